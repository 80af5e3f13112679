// unit.h: the unit tests. A file each, all in one program, so that the engine is linked into it
// once.
#ifndef VG_TEST_UNIT_H
#define VG_TEST_UNIT_H

#define UNITS(X)                                                                                   \
    X(asked)                                                                                       \
    X(base)                                                                                        \
    X(bots)                                                                                        \
    X(day)                                                                                         \
    X(fata) X(fate) X(lab) X(luck) X(mind) X(net) X(observe) X(quest) X(table) X(tale) X(winter)

// Gives how many tests of the file failed.
#define X(name) int unit_##name(void);
UNITS(X)
#undef X

#endif
