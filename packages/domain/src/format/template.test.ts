import { expect, it } from 'vitest'
import { fillTemplate, namesIn } from './template.ts'

const row: Record<string, string | number | null> = {
  '@': 'cell',
  name: 'Ada',
  'home town': 'London',
  age: 36,
  nick: null,
  sly: '{{ name }}',
}
const fill = (template: string) => fillTemplate(template, (name) => row[name])

it('fills in values of the row and of the cell (TABLE-27)', () => {
  expect(fill('{{ @ }}: {{name}} ({{ home town }}), {{ age }}{{ nick }}')).toBe('cell: Ada (London), 36')
})

it('leaves unknown names unchanged', () => {
  expect(fill('{{ missing }}')).toBe('{{ missing }}')
})

it('does not evaluate values as templates', () => {
  expect(fill('{{ sly }}')).toBe('{{ name }}')
})

it('returns the names of a template in order', () => {
  expect(namesIn('{{ @ }}: {{name}} and {{ home town }}')).toEqual(['@', 'name', 'home town'])
  expect(namesIn('{ name } {{}}')).toEqual([])
})

it('reads tags that do not end in one pass (OPEN-849)', () => {
  for (const text of [`{{${' '.repeat(100_000)}`, '{{ a'.repeat(30_000), `{{ a${' '.repeat(100_000)}`]) {
    expect(fillTemplate(text, () => 'x')).toBe(text)
    expect(namesIn(text)).toEqual([])
  }
  expect(fillTemplate('{{ two words  }} {{}} {{ }}', (name) => `<${name}>`)).toBe('<two words> {{}} {{ }}')
})
