#include "passes/workbench/execution/report_places.h"

namespace tir {

void mapPlaces(RunReport& report, const std::function<Place(Place)>& map)
{
    const auto change = [&](Place& place) {
        if (place != NoPlace)
            place = map(place);
    };
    for (Diagnostic& diagnostic : report.diagnostics) {
        change(diagnostic.place);
        for (DiagnosticNote& note : diagnostic.notes)
            change(note.place);
    }
    for (std::vector<Finding>* findings : {&report.findings, &report.hiddenFindings})
        for (Finding& finding : *findings) {
            change(finding.access.place);
            if (finding.other)
                change(finding.other->place);
        }
    for (RunTensor& tensor : report.tensors)
        for (WrittenElements& written : tensor.writers)
            change(written.place);
}

} // namespace tir
