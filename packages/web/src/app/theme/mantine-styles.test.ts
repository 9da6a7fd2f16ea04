import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const web = resolve(import.meta.dirname, '../..')
const mantine = resolve(web, '../../../node_modules/@mantine')
const textOf = (file: string) => readFileSync(file, 'utf8')

/** The names that a module imports from Mantine, without types. */
const namesIn = (source: string): string[] =>
  [...source.matchAll(/import \{([^}]*)\} from ['"]@mantine\/core['"]/g)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => /^\s*(?!type )(\w+)/.exec(name)?.[1] ?? []),
  )

/** The module of each export of Mantine. */
const modules = new Map(
  [...textOf(join(mantine, 'core/esm/index.mjs')).matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g)].flatMap(
    ([, names = '', path = '']) =>
      names.split(',').map((name) => [name.trim().split(' as ').at(-1) ?? '', join(mantine, 'core/esm', path)] as const),
  ),
)

/** All modules that some of them import, with themselves. */
function withImports(files: readonly string[]): Set<string> {
  const found = new Set(files)
  for (const file of found)
    for (const [, path = ''] of textOf(file).matchAll(/from "(\.[^"]+)"/g)) found.add(resolve(dirname(file), path))
  return found
}

it('the styles of all Mantine components in use are loaded, also of those within others (OPEN-559)', () => {
  const sources = [
    ...globSync(join(web, '**/*.{ts,tsx}')).filter((file) => !/\.test\./.test(file)),
    ...globSync(join(mantine, '{dates,dropzone}/esm/**/*.mjs')),
  ]
  const names = new Set(sources.flatMap((file) => namesIn(textOf(file))))
  const used = withImports([...names].flatMap((name) => modules.get(name) ?? []))
  const needed = [...used]
    .filter((file) => file.endsWith('.module.mjs'))
    .map((file) => basename(file, '.module.mjs'))
    .filter((name) => existsSync(join(mantine, `core/styles/${name}.layer.css`)))
  const loaded = textOf(join(import.meta.dirname, 'mantine-styles.ts'))
  expect(needed).toContain('UnstyledButton')
  expect(needed.filter((name) => !loaded.includes(`/${name}.layer.css'`))).toEqual([])
})
