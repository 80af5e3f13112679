// pace.ts: clocks of online tables, in words.
import { t } from './words'

export type Absent = 'wait' | 'skip' | 'bot'
export const paces = [0, 30, 60, 180, 600, 86400, 259200] // seconds for one decision
export const absentWords = { wait: 'absentWait', skip: 'absentSkip', 'bot': 'absentBot' } as const

export function paceName(seconds: number): string {
  if (seconds === 0) return t('paceNone')
  if (seconds < 60) return t('paceSeconds', seconds)
  if (seconds < 3600) return seconds === 60 ? t('paceMinute') : t('paceMinutes', Math.round(seconds / 60))
  return seconds <= 86400 ? t('paceDay') : t('paceDays', Math.round(seconds / 86400))
}
