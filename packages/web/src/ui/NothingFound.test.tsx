import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { NothingTagged } from './NothingFound.tsx'

/** The rendered text, and the parts of it that are tags. */
function read(what: 'queries' | 'dashboards', tags: string[]) {
  const markup = renderToStaticMarkup(
    <MantineProvider withCssVariables={false}>
      <NothingTagged what={what} tags={tags} />
    </MantineProvider>,
  ).replace(/<style.*?<\/style>/gs, '')
  return { text: markup.replace(/<[^>]*>/g, ''), marks: tags.filter((tag) => markup.includes(`>${tag}<`)) }
}

it('the empty state of a tag filter names the tags (OPEN-81)', () => {
  const both = ['north', 'south']
  expect(read('queries', both)).toEqual({ text: 'No queries found tagged with northsouth.', marks: both })
  expect(read('dashboards', ['cargo'])).toEqual({ text: 'No dashboards found tagged with cargo.', marks: ['cargo'] })
})
