/// The place of the module that an instruction was generated from, carried through LLVM's optimizer and its printers as
/// a debug location: the line is the place of the statement + 1, the column is the distance from there to the place of
/// the expression. The optimizer may drop the column of instructions that it merges, and keep the line. Private to this
/// folder.

#pragma once

#include "core/ir/places.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class DIBuilder;
class DIFile;
class DILocation;
class DISubprogram;
class Function;
class Module;
} // namespace llvm

namespace tir::llvm_ir {

/// A text and the place that each of its lines was generated from (or NoPlace).
struct PlacedText {
    std::string text;
    std::vector<Place> places;
};

class PlaceMarks {
public:
    /// `places` must outlive the marks.
    PlaceMarks(llvm::Module& output, const PlaceTable& places);
    ~PlaceMarks();

    const PlaceTable& places() const { return m_places; }
    llvm::DISubprogram* scopeOf(llvm::Function& function);
    llvm::DILocation* location(Place place, llvm::DISubprogram* scope) const;
    /// Call once, when everything is emitted.
    void finish();

private:
    const PlaceTable& m_places;
    std::unique_ptr<llvm::DIBuilder> m_builder;
    llvm::DIFile* m_file;
};

/// The module as text, without the marks, which it loses.
PlacedText printWithPlaces(llvm::Module& module);

/// Assembly whose `.loc` directives are the marks; takes them out.
PlacedText withoutMarks(const std::string& assembly);

} // namespace tir::llvm_ir
