import { readFileSync } from 'node:fs'
import { secretSettings } from './areas.ts'

/** The variable that names the file of a secret setting. */
export const fileVariable = (name: string): string => `${name}_FILE`

/**
 * The given variables, with each secret setting whose file is named read from that file. The last line break of a file does not
 * belong to the value.
 * @throws Error with one sentence if value and file are both given, or the file cannot be read or is empty
 */
export function withSecretsFromFiles(variables: Readonly<Record<string, string>>): Record<string, string> {
  const given = { ...variables }
  for (const name of secretSettings()) {
    const variable = fileVariable(name)
    const path = given[variable]
    if (path === undefined) continue
    if (given[name] !== undefined) throw new Error(`Set either ${name} or ${variable}, not both.`)
    given[name] = secretIn(path, variable)
    // The command line reads the settings from the result once more.
    delete given[variable]
  }
  return given
}

function secretIn(path: string, variable: string): string {
  const text = textOf(path, variable).replace(/\r?\n$/, '')
  if (text === '') throw new Error(`The file that ${variable} names is empty: ${path}.`)
  return text
}

function textOf(path: string, variable: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error'
    throw new Error(`The file that ${variable} names cannot be read: ${path} (${code}).`, { cause })
  }
}
