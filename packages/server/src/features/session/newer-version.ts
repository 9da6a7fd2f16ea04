import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { fetchText } from '../../platform/egress.ts'
import { VERSION } from '../../platform/version.ts'

const DAY_MS = 86_400_000
const LIMITS = { maxBytes: 10_000, timeoutMs: 10_000 }

const Answer = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+$/) })

interface Known {
  askedAt: number
  version: string | null
}
// By URL, shared by all servers of the process.
const known = new Map<string, Known>()

/**
 * Whether a newer version than this one is known. If the operator has configured a URL, it is requested once a day in the
 * background; until it responds, the previous answer holds.
 */
export function isNewerVersionKnown({ config, now, log }: Pick<Services, 'config' | 'now' | 'log'>): boolean {
  const { versionUrl } = config
  if (versionUrl === null) return false
  const last = known.get(versionUrl)
  const time = now().getTime()
  if (last === undefined || time - last.askedAt > DAY_MS) {
    const asking = { askedAt: time, version: last?.version ?? null }
    known.set(versionUrl, asking)
    newestAt(versionUrl).then(
      (version) => {
        asking.version = version
      },
      (err: unknown) => log.warn({ err }, 'The newest version could not be asked for.'),
    )
  }
  const newest = known.get(versionUrl)?.version ?? null
  return newest !== null && isNewer(newest, VERSION)
}

const newestAt = async (url: string): Promise<string> => Answer.parse(JSON.parse(await fetchText(url, LIMITS))).version

/** Compares versions such as `1.10.0` number by number. */
export function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  const at = (a ?? []).findIndex((part, index) => part !== b?.[index])
  return at >= 0 && (a?.[at] ?? 0) > (b?.[at] ?? 0)
}
