// pass.h: reads a game's rows once. Define the rows that matter before including it; the others are
// passed over, and nothing stays defined.
#ifndef SET
#define SET(...)
#endif
#ifndef MOVE
#define MOVE(...)
#endif
#ifndef EVENT
#define EVENT(...)
#endif
#ifndef OVER
#define OVER(...)
#endif
#ifndef CHANCE
#define CHANCE(...)
#endif
#ifndef ASK
#define ASK(...)
#endif
#ifndef WINDOW
#define WINDOW(...)
#endif
#ifndef WORK
#define WORK(...)
#endif
#ifndef SETTLE
#define SETTLE(...)
#endif
#ifndef IDLE
#define IDLE(...)
#endif
#ifndef BEFORE
#define BEFORE(...)
#endif
#ifndef AFTER
#define AFTER(...)
#endif
#ifndef FREE
#define FREE(...)
#endif
#ifndef QUESTION
#define QUESTION(...)
#endif
#ifndef SCORE
#define SCORE(...)
#endif
#ifndef WHY
#define WHY(...)
#endif
#ifndef MARK
#define MARK(...)
#endif
#ifndef ODD_TEXT
#define ODD_TEXT(...)
#endif
#ifndef ODD_LABEL
#define ODD_LABEL(...)
#endif
#ifndef ODD_EVENT
#define ODD_EVENT(...)
#endif
#ifndef ODD_PROMPT
#define ODD_PROMPT(...)
#endif
#ifndef VAIN
#define VAIN(...)
#endif
#ifndef NEWS
#define NEWS(...)
#endif
#ifndef NEWS_AS
#define NEWS_AS(...)
#endif
#ifndef NEWS_LINE
#define NEWS_LINE(...)
#endif
#include VG_DEF
#undef SET
#undef MOVE
#undef EVENT
#undef OVER
#undef CHANCE
#undef ASK
#undef WINDOW
#undef WORK
#undef SETTLE
#undef IDLE
#undef BEFORE
#undef AFTER
#undef FREE
#undef QUESTION
#undef SCORE
#undef WHY
#undef MARK
#undef ODD_TEXT
#undef ODD_LABEL
#undef ODD_EVENT
#undef ODD_PROMPT
#undef VAIN
#undef NEWS
#undef NEWS_AS
#undef NEWS_LINE
