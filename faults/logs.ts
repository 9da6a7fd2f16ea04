import { type Member, UNREACHABLE } from './member.ts'

const WARN = 40
const ERROR = 50

/** Errors of these kinds are what the faults make: lost connections, full disks, lost workers and an object storage in trouble. */
const INJECTED =
  /terminat|ECONNRE|ECONNREFUSED|EPIPE|Connection|connection|the database system|starting up|shutting down|ENOSPC|No space|disk|was lost|recovery mode|timeout|administrator command|EIO|crash|SIGKILL|storage of results/

/** Findings in the logs of all processes. */
export interface LogFindings {
  /** Messages of the levels warn and above, and how often they were logged, most frequent first. */
  messages: [message: string, count: number][]
  /** Errors that no fault explains, and lines that are no records of the log, such as those of a crash. */
  violations: string[]
}

export function findingsIn(members: readonly Member[]): LogFindings {
  const counts = new Map<string, number>()
  const violations: string[] = []
  for (const member of members) {
    for (const line of member.log().split('\n')) {
      if (line.trim() === '') continue
      if (line.startsWith(UNREACHABLE)) continue
      const record = parsed(line)
      if (record === null) {
        violations.push(`${member.name} wrote a line that is no record: ${line.slice(0, 300)}`)
        continue
      }
      if (record.level < WARN) continue
      counts.set(record.msg, (counts.get(record.msg) ?? 0) + 1)
      if (record.level >= ERROR && !INJECTED.test(JSON.stringify(record.err ?? record.msg)))
        violations.push(`${member.name} logged an error that no fault explains: ${line.slice(0, 2000)}`)
    }
  }
  return { messages: [...counts].toSorted(([, a], [, b]) => b - a), violations }
}

interface LogRecord {
  level: number
  msg: string
  err?: unknown
}

function parsed(line: string): LogRecord | null {
  try {
    const record: unknown = JSON.parse(line)
    return typeof record === 'object' && record !== null && 'level' in record && 'msg' in record ? (record as LogRecord) : null
  } catch {
    return null
  }
}
