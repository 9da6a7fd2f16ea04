import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TextParameterSwitches, type TextParameterSwitchesProps } from './TextParameterSwitches.tsx'

const query: TextParameterSwitchesProps['query'] = {
  name: 'Flights',
  query: 'SELECT * FROM flights WHERE origin = {{ origin }}',
  options: { parameters: [{ name: 'origin', type: 'text' }] },
  user: { name: 'Ada' },
}

const markupOf = (props: Partial<TextParameterSwitchesProps>) =>
  renderToStaticMarkup(
    <MantineProvider withCssVariables={false}>
      <TextParameterSwitches
        query={query}
        language="postgresql"
        mayEdit
        link="Open the query"
        onChange={() => Promise.resolve()}
        {...props}
      />
    </MantineProvider>,
  )
const textOf = (markup: string) => markup.replaceAll(/<style.*?<\/style>|<[^>]+>/g, '')

it('offers the switch for a text that only stands where SQL expects values (OPEN-514)', () => {
  const markup = markupOf({})
  expect(textOf(markup)).toBe('Pass Origin of Flights as a value')
  expect(markup).toContain('role="switch"')
  expect(markup).not.toContain('disabled=""')
})

it('disables the switch with the reason and a link to the query elsewhere (OPEN-514)', () => {
  const markup = markupOf({ query: { ...query, query: 'SELECT * FROM {{ origin }}' } })
  expect(markup).toContain('disabled=""')
  expect(textOf(markup)).toMatch(/The query expects no value here.*Open the query$/)
  expect(textOf(markupOf({ query: { ...query, query: null } }))).toContain('You cannot see the text of this query.')
})

it('lets a text that is passed as a value be turned off again, even where it is refused (OPEN-514)', () => {
  const options = { parameters: [{ name: 'origin', type: 'text', passAsValue: true }] }
  const markup = markupOf({ query: { ...query, query: 'SELECT * FROM {{ origin }}', options } })
  expect(markup).toContain('checked=""')
  expect(markup).not.toContain('disabled=""')
})

it('says that a text cannot be emptied unless its parameter is optional (OPEN-771)', () => {
  const passed = { name: 'origin', type: 'text', passAsValue: true }
  const noteOf = (optional: boolean) =>
    textOf(markupOf({ query: { ...query, options: { parameters: [{ ...passed, optional }] } } }))
  expect(noteOf(false)).toContain('tick Optional in the settings')
  expect(noteOf(true)).not.toContain('tick Optional')
})

it('names the owner to users who may not edit the query (OPEN-514)', () => {
  const markup = markupOf({ mayEdit: false })
  expect(markup).not.toContain('role="switch"')
  expect(textOf(markup)).toMatch(/^Ask Ada to pass Origin of Flights as a value/)
})

it('has no switch for a pattern, nor a line for other types (OPEN-514)', () => {
  const parameters = [
    { name: 'code', type: 'text-pattern' },
    { name: 'day', type: 'date' },
  ]
  const markup = markupOf({ query: { ...query, options: { parameters } } })
  expect(markup).not.toContain('role="switch"')
  expect(textOf(markup)).toBe('Code of Flights takes texts of a pattern, which cannot be passed as values. Open the query')
})
