import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { program } from './cache.ts'

const DEBIAN_FOLDER = '/usr/lib/jvm'

/** Returns the path of a `java` of at least this version. @throws Error with a sentence if there is none */
export async function javaProgram(oldest: number): Promise<string> {
  const homes = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).map((name) => join(DEBIAN_FOLDER, name)) : []
  const candidates = [process.env.JAVA_HOME, ...homes].flatMap((home) => (home ? [join(home, 'bin/java')] : []))
  for (const java of ['java', ...candidates]) if ((await versionOf(java)) >= oldest) return java
  throw new Error(`Java ${oldest} or newer is not installed here.`)
}

async function versionOf(java: string): Promise<number> {
  const printed = await program(java, ['--version']).catch(() => '')
  return Number(/^\S+ (\d+)/.exec(printed)?.[1] ?? 0)
}

/** Options for a server that lives for a minute or two: it starts in half the time, and is slower once it is warm. */
export const SHORT_LIVED = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto']
