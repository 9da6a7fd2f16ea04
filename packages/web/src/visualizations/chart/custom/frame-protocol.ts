import type { Cell } from '@sightline/contract/results.ts'

/** Messages to the frame of a custom chart, over a port that only the page and the frame share. */
export type ToFrame =
  | { kind: 'library'; source: string }
  | {
      kind: 'draw'
      code: string
      x: Cell[]
      ys: Record<string, (number | null)[]>
      /** Whether console output of the code is sent back. */
      sendsLogs: boolean
      /** Default colours and fonts, which the code can override. */
      text: string
      font: string
      grid: string
    }

/** Messages from the frame. */
export type FromFrame =
  | { kind: 'drawn' }
  | { kind: 'failed'; message: string }
  | { kind: 'log'; level: LogLevel; texts: string[] }

const logLevels = ['log', 'info', 'warn', 'error', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/** Validates a message of the frame, whose code may send anything; null if it is invalid. */
export function readFromFrame(data: unknown): FromFrame | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null
  if (data.kind === 'drawn') return { kind: 'drawn' }
  if (data.kind === 'failed' && 'message' in data) return { kind: 'failed', message: String(data.message).slice(0, 2000) }
  if (data.kind !== 'log' || !('level' in data) || !('texts' in data) || !Array.isArray(data.texts)) return null
  const level = logLevels.find((known) => known === data.level)
  return level ? { kind: 'log', level, texts: data.texts.map((text) => String(text).slice(0, 2000)) } : null
}

/** Builds the message that draws a custom chart from its code and data. */
export const drawMessage = (
  data: { x: Cell[]; ys: Record<string, (number | null)[]> },
  { customCode, enableConsoleLogs }: { customCode: string; enableConsoleLogs: boolean },
  look: { text: string; font: string; grid: string },
): ToFrame => ({ kind: 'draw', code: customCode, ...data, sendsLogs: enableConsoleLogs, ...look })
