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

/** A sentence about each variable that looks like a setting and is none, with the setting whose name is most like it. */
export function unknownSettings(env: Environment): string[] {
  const known = [...allSettings().map(([name]) => name), ...secretSettings().map(fileVariable)]
  return Object.keys(givenVariables(env))
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .sort()
    .map((name) => `${name} is not a setting. Did you mean ${nearestTo(name, known)}?`)
}

function nearestTo(name: string, names: readonly string[]): string | undefined {
  const distances = names.map((one) => ({ one, distance: editDistance(name, one) }))
  return distances.sort((a, b) => a.distance - b.distance)[0]?.one
}

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
