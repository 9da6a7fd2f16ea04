/** The oldest Node.js that has all that the server uses: major and minor version. */
const NODE = [24, 10] as const

/** The versions of Node.js that run Sightline, for package.json. */
export const NODE_RANGE = `>=${NODE.join('.')}`

/** @param version of Node.js, such as `20.11.1` @returns a sentence if it is too old, else null */
export function nodeProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isEnough = major > NODE[0] || (major === NODE[0] && minor >= NODE[1])
  return isEnough ? null : `Sightline needs Node.js ${NODE.join('.')} or newer, and this is Node.js ${version}.`
}

export const USAGE = `Usage:
  sightline                    starts the server; environment variables are its settings
  sightline admin <command>    administration without a browser; "sightline admin --help" lists the commands
  sightline health             says whether the server with these settings can work; exit code 1 if it cannot
  sightline --version          prints the version
  sightline --help             prints this text`

/** A call of the program `sightline`. */
export type CommandLine =
  | { name: 'start' | 'health' | 'version' | 'help' }
  | { name: 'admin'; args: string[] }
  | { name: 'unknown'; problem: string }

/** Reads the arguments of the program `sightline`. */
export function commandOf([first, ...rest]: string[]): CommandLine {
  if (first === 'admin') return { name: 'admin', args: rest }
  const [more] = rest
  if (more !== undefined) return { name: 'unknown', problem: `There is one argument too many: "${more}".` }
  if (first === undefined || first === 'start') return { name: 'start' }
  if (first === 'health') return { name: 'health' }
  if (first === '--version' || first === '-v') return { name: 'version' }
  if (first === '--help' || first === '-h' || first === 'help') return { name: 'help' }
  return { name: 'unknown', problem: `There is no command "${first}".` }
}
