// Mutation tests: changes the code in scope a little, many times over, and names the changes that no unit test notices.
// `npm run mutants` takes the whole scope of stryker.config.ts, `npm run mutants packages/domain/src/alerts …` parts of it;
// `npm run mutants -- --static` includes tables and constants, which takes four times as long.
import { existsSync, globSync } from 'node:fs'
import { matchesGlob, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import config, { excluded, included } from '../stryker.config.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { static: { type: 'boolean', default: false } } })
const paths = positionals.map((path) => relative(process.cwd(), path))
const missing = paths.filter((path) => !existsSync(path))
if (missing.length > 0) throw new Error(`No such file or folder: ${missing.join(', ')}`)

const scope = globSync([...included]).filter((file) => !excluded.some((pattern) => matchesGlob(file, pattern)))
const mutate = scope.filter((file) => paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path}/`)))
if (mutate.length === 0) throw new Error('None of this is in the scope of stryker.config.ts')

// Ends with exit code 1 when the score is below the threshold.
await new Stryker({ ...config, ignoreStatic: !values.static, mutate }).runMutationTest()
