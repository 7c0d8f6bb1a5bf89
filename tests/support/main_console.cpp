/// The entry of test programs without widgets.

#include "tests/support/test_main.h"

#include <QCoreApplication>

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    return tir::testing::runTests(argc, argv);
}
