// tale_lines.h: the rows of a game's tale_lines.def as lines of its saga. OF_x is a person, a task
// or a kind of story of the game that includes it.
#define LINE(frame, it, en)              {VG_FRAME_##frame, 0, VG_ANY, 0, 0, VG_WORDS(it, en)},
#define LINE_IF(frame, sign, it, en)     {VG_FRAME_##frame, 0, sign, 0, 0, VG_WORDS(it, en)},
#define LINE_OF(frame, of, sign, it, en) {VG_FRAME_##frame, OF_##of, sign, 0, 0, VG_WORDS(it, en)},
#define LINE_UNIT(frame, unit, it, en)                                                             \
    {VG_FRAME_##frame, 0, VG_UNIT_##unit, 0, 0, VG_WORDS(it, en)},
#define THAT(kind, role, sign, it, en)                                                             \
    {VG_FRAME_THAT, 0, sign, VG_FACT_##kind, role, VG_WORDS(it, en)},
#define FORETOLD(kind, role, sign, it, en)                                                         \
    {VG_FRAME_FORETOLD, 0, sign, VG_FACT_##kind, role, VG_WORDS(it, en)},
