// evaluate.c: how well a seat stands.
#include "games/winter/rules.h"

float winter_evaluate(const void *view, int seat)
{
    (void)view, (void)seat;
    return 0.5f;
}
