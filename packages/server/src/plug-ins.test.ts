import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { destinations } from './destinations/registry.ts'
import { runners } from './runners/registry.ts'

// A type of data source or destination is one folder and one line in its registry; no other file may refer to it.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SERVER = 'packages/server/src/'

const listed = execFileSync('git', ['ls-files', 'packages'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
const sources = new Map(
  listed
    .filter((path) => /\.tsx?$/.test(path) && existsSync(`${ROOT}${path}`))
    .map((path) => [path, readFileSync(`${ROOT}${path}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')]),
)
const isTest = (path: string): boolean => /\.test\.tsx?$|\/(testing|conformance)\/|\/conformance\.ts$/.test(path)

const guides = Map.groupBy(runners.values(), ({ guide }) => guide)
/** Type ids that are also names of dialects or languages, or of help pages about several types. */
const sharedNames = new Set([
  ...[...runners.values()].flatMap(({ dialect, dialects = [], language }) => [dialect, ...dialects, language]),
  ...[...guides].flatMap(([guide, types]) => (types.length > 1 ? [guide] : [])),
])
/** Type ids that are also form fields, package names or parts of protocols. */
const otherWords = new Set(['email', 'files', 'pg', 'redshift', 'results', 'tidb'])
/** Type ids that are also file formats or field types: they count only in a comparison with the type of a data source. */
const formats = new Set(['csv', 'excel', 'json', 'url'])

/** Files outside of its folder that may name a type, and why. */
const EXCEPTIONS: Record<string, string> = {
  'packages/server/src/features/setup/sample/install.ts': 'creates the sample data source, which is of one certain type',
  'packages/server/src/features/transfer/file.ts': 'reads files of older versions, whose Query Results had one dialect',
  'packages/web/src/features/queries/page/index.tsx': 'new queries start with a data source that holds data itself',
}

/** The folders that declare this type. */
const foldersOf = (room: string, type: string): string[] =>
  [...sources].flatMap(([path, source]) => {
    const folder = new RegExp(`^${SERVER}${room}/[^/]+/`).exec(path)?.[0]
    return folder && !isTest(path) && new RegExp(`\\btype: '${type}',\\s+name:|\\btype: '${type}', name:`).test(source)
      ? [folder]
      : []
  })

/** Files outside of a folder that name a type: as a string without another meaning, or in a comparison with a type. */
function filesThatName(type: string, folder: string): string[] {
  const mention = formats.has(type)
    ? new RegExp(`\\b(?:source|runner)\\.type [!=]== '${type}'`)
    : sharedNames.has(type) || otherWords.has(type)
      ? new RegExp(`\\btype(?::| [!=]==) '${type}'`)
      : new RegExp(`(['"\`])${type}\\1`)
  return [...sources].flatMap(([path, source]) =>
    !isTest(path) && !path.startsWith(folder) && !(path in EXCEPTIONS) && mention.test(source) ? [path] : [],
  )
}

describe.each([
  ['runners', [...runners.keys()]],
  ['destinations', [...destinations.keys()]],
] as const)('every type in %s', (room, types) => {
  it.each(types)('is referred to only in its own folder and in the registry: %s', (type) => {
    const [folder = '', ...others] = foldersOf(room, type)
    expect([folder, others]).toEqual([expect.stringMatching(`^${SERVER}${room}/`), []])
    expect(filesThatName(type, folder)).toEqual([])
  })
})

it('gives every type of data source a help page (DS-12)', () => {
  const topics = sources.get('packages/web/src/app/help/help-topics.ts') ?? ''
  const missing = [...guides.keys()].filter((guide) => !new RegExp(`^  '?${guide}'?: (t\`|')`, 'm').test(topics))
  expect(missing).toEqual([])
})

describe('tests outside of the folders of types', () => {
  /** A test may use some types as examples. A longer list would have to be extended for every new type. */
  const MAX_EXAMPLES = 4
  const ids = [...runners.keys(), ...destinations.keys()].filter((type) =>
    [sharedNames, otherWords, formats].every((names) => !names.has(type)),
  )
  const LISTS: Record<string, string> = {
    'packages/server/src/features/data-sources/data-sources.api.test.ts': 'OPEN-98 lists the types that everybody expects',
    'packages/server/src/runners/ssh/engines.service.test.ts': 'tries one tunnel for each driver',
    'packages/server/src/testing/servers/catalogue.ts': 'says which server each type meets, for the table of the guide',
  }

  it('do not list all types', () => {
    const lists = [...sources].filter(
      ([path, source]) =>
        isTest(path) && !(path in LISTS) && ids.filter((type) => source.includes(`'${type}'`)).length > MAX_EXAMPLES,
    )
    expect(lists.map(([path]) => path)).toEqual([])
  })
})
