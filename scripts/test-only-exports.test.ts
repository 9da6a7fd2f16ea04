import { expect, it } from 'vitest'
import { testOnlyExports } from './test-only-exports.ts'

const source = 'export const peel = 1\nexport async function slice() {}\nexport type Peel = number\n'
const fruit = { path: 'packages/domain/src/fruit.ts', source }

const found = (path: string, user: string) => testOnlyExports([fruit, { path, source: user }])

const PEEL = `${fruit.path}: peel`
const SLICE = `${fruit.path}: slice`

it('finds functions and constants that no file of the product uses', () => {
  expect(testOnlyExports([fruit])).toEqual([PEEL, SLICE])
})

it('accepts what its own file uses, outside comments and strings', () => {
  expect(testOnlyExports([{ ...fruit, source: `${source}slice()\n// peel\nlog('peel')` }])).toEqual([PEEL])
})

it('accepts what another file imports by name, also as another name and across packages', () => {
  const path = 'packages/domain/src/kitchen/salad.ts'
  expect(found(path, "import { type Peel, peel as skin } from '../fruit.ts'")).toEqual([SLICE])
  expect(found('packages/web/src/salad.ts', "import { peel, slice } from '@sightline/domain/fruit.ts'")).toEqual([])
  expect(found(path, "import {\n  peel,\n} from '../vegetable.ts'")).toEqual([PEEL, SLICE])
})

it('accepts what is named beside an import of the whole file, or one at a later time', () => {
  const path = 'packages/domain/src/salad.ts'
  expect(found(path, "import * as fruit from './fruit.ts'\nfruit.slice()")).toEqual([PEEL])
  expect(found(path, "const { peel } = await import('./fruit.ts')")).toEqual([SLICE])
  expect(found(path, "lazyPage(() => import('./fruit.ts'), 'slice')")).toEqual([PEEL])
})

it('does not take a comment for a use', () => {
  expect(
    found('packages/domain/src/salad.ts', "// import { peel } from './fruit.ts'\n/* import('./fruit.ts').slice */"),
  ).toEqual([PEEL, SLICE])
})
