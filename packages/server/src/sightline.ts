#!/usr/bin/env node
import { homedir } from 'node:os'
import { join } from 'node:path'
import { commandOf, nodeProblem, USAGE } from './command-line.ts'
import { VERSION } from './platform/version.ts'

// The program of a release. Its static imports use only what old versions of Node.js have, so that these get as far as the
// sentence about their version.

const problem = nodeProblem(process.versions.node)
const command = commandOf(process.argv.slice(2))
if (problem !== null) refuse(problem, 1)
else if (command.name === 'version') process.stdout.write(`${VERSION}\n`)
else if (command.name === 'help') process.stdout.write(`${USAGE}\n`)
else if (command.name === 'unknown') refuse(`${command.problem}\nSee: sightline --help`, 2)
else if (command.name === 'admin') await (await import('./cli/run.ts')).runCli(command.args)
else if (command.name === 'health') await (await import('./health-command.ts')).reportHealth(process.env)
else (await import('./launch.ts')).launchServer(join(cacheFolder(), 'sightline', VERSION))

function refuse(sentence: string, code: number): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = code
}

/** The folder of this user for files that may be deleted at any time. */
function cacheFolder(): string {
  return process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
}
