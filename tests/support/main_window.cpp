/// The entry of test programs with widgets.

#include "tests/support/test_main.h"

#include <QApplication>

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    return tir::testing::runTests(argc, argv);
}
