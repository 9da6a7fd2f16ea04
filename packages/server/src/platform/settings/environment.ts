import { allSettings, secretSettings } from './areas.ts'
import { fileVariable } from './secret-files.ts'

type Environment = Record<string, string | undefined>

const PREFIX = 'SIGHTLINE_'

/**
 * Variables that Kubernetes and Docker set for a service of our name, such as SIGHTLINE_PORT=tcp://10.0.0.7:80. They are no
 * settings, though their names may be those of settings.
 */
const SERVICE_LINKS = [/_SERVICE_(HOST|PORT(_\w+)?)$/, /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/]
const isServiceLink = (name: string, value: string): boolean =>
  SERVICE_LINKS.some((pattern) => pattern.test(name)) || (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))

/** The variables that are set, and not by a container platform. An empty one counts as unset. */
export function givenVariables(env: Environment): Record<string, string> {
  const given = Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries(given.filter(([name, value]) => !(name.startsWith(PREFIX) && isServiceLink(name, value))))
}

/** Maximum share of the characters of a name that may be wrong for it to be taken for another one. */
const MAX_WRONG = 1 / 3

/** A sentence about each variable that looks like a setting and is none, with the setting whose name is much like it, if there is one. */
export function unknownSettings(env: Environment): string[] {
  const known = [...allSettings().map(([name]) => name), ...secretSettings().map(fileVariable)]
  return Object.keys(givenVariables(env))
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .sort()
    .map((name) => {
      const meant = nearestTo(name, known)
      return `${name} is not a setting.${meant === null ? '' : ` Did you mean ${meant}?`}`
    })
}

/** @returns null if none is much like it */
function nearestTo(name: string, names: readonly string[]): string | null {
  const written = withoutPrefix(name)
  const distances = names.map((one) => ({ one, distance: editDistance(written, withoutPrefix(one)) }))
  const [nearest] = distances.sort((a, b) => a.distance - b.distance)
  return nearest && nearest.distance <= written.length * MAX_WRONG ? nearest.one : null
}

/** Some settings, such as `PORT`, are named without it. */
const withoutPrefix = (name: string) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name)

/** The number of characters to insert, delete or replace to get from one text to the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [above, sign] of [...from].entries()) {
    const next = [above + 1]
    for (const [left, other] of [...to].entries()) {
      const replaced = (row[left] ?? 0) + (sign === other ? 0 : 1)
      next.push(Math.min((next[left] ?? 0) + 1, (row[left + 1] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row[to.length] ?? 0
}
