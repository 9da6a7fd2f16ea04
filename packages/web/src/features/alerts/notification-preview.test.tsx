import { MantineProvider } from '@mantine/core'
import type { AlertFacts } from '@sightline/domain/alerts/templates.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { emptyDraft } from './draft.ts'
import { NotificationCard } from './NotificationCard.tsx'

const facts: AlertFacts = {
  alert: { name: 'Stock', state: 'triggered', options: { column: 'n', op: 'less than', value: 5 } },
  query: { name: 'Stock by shop' },
  links: { alert: 'https://bi.example.org/alerts/3', query: 'https://bi.example.org/queries/7' },
  columns: [{ name: 'n', friendly_name: 'n', type: 'integer' }],
  rowCount: 2,
  rows: [[3], [8]],
}

function previewOf(template: string, known: AlertFacts | null = facts) {
  const markup = renderToStaticMarkup(
    <MantineProvider withCssVariables={false}>
      <NotificationCard
        draft={{ ...emptyDraft, template }}
        problems={{}}
        facts={known}
        isReadOnly={false}
        onChange={() => {}}
      />
    </MantineProvider>,
  )
  return /<section[^>]*>([^<]*)<\/section>/.exec(markup)?.[1]
}

it('previews the template with the rows, columns and state of the latest result (ALERT-21)', () => {
  expect(previewOf('{{state}}: {{#rows}}{{n}}, {{/rows}}of {{#cols}}{{name}}{{/cols}}')).toBe('triggered: 3, 8, of n')
  expect(previewOf('{{#rows}}{{n}}{{/rows}}!', { ...facts, rows: [[4]] })).toBe('4!')
})

it('previews nothing in place of the names while there is no result', () => {
  expect(previewOf('Now: {{#rows}}{{n}}{{/rows}}!', null)).toBe('Now: !')
})

it('says that a template whose tags do not fit together cannot be rendered (OPEN-88)', () => {
  expect(previewOf('{{#rows}}')).toBe('Unable to render description. please confirm your template.')
})
