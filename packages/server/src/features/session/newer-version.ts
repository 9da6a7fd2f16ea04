import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { fetchText } from '../../platform/egress.ts'
import { perProcess } from '../../platform/process-memory.ts'
import { VERSION } from '../../platform/version.ts'

const DAY_MS = 86_400_000
const LIMITS = { maxBytes: 10_000, timeoutMs: 10_000 }

const Answer = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+$/) })

interface Known {
  /** Milliseconds since the epoch; null before the first request. */
  askedAt: number | null
  version: string | null
}
const newest = perProcess((): Known => ({ askedAt: null, version: null }))

/**
 * Whether a newer version than this one is known. If the operator has configured a URL, it is requested once a day in the
 * background; until it responds, the previous answer holds.
 */
export function isNewerVersionKnown(ctx: Pick<Services, 'config' | 'now' | 'log' | 'memory'>): boolean {
  const { versionUrl } = ctx.config
  if (versionUrl === null) return false
  const known = newest(ctx)
  const time = ctx.now().getTime()
  if (known.askedAt === null || time - known.askedAt > DAY_MS) {
    known.askedAt = time
    newestAt(versionUrl).then(
      (version) => {
        known.version = version
      },
      (err: unknown) => ctx.log.warn({ err }, 'The newest version could not be determined.'),
    )
  }
  return known.version !== null && isNewer(known.version, VERSION)
}

const newestAt = async (url: string): Promise<string> => Answer.parse(JSON.parse(await fetchText(url, LIMITS))).version

/** Compares versions such as `1.10.0` number by number. */
export function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  const at = (a ?? []).findIndex((part, index) => part !== b?.[index])
  return at >= 0 && (a?.[at] ?? 0) > (b?.[at] ?? 0)
}
