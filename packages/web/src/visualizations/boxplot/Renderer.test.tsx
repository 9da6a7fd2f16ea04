import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { column, sampleData, sampleFormats } from '../samples.ts'
import { BoxplotOptions, needs } from './prepare.ts'
import { Renderer } from './Renderer.tsx'

const columns = [column('a', 'float')]
const options = BoxplotOptions.parse({})

function dotsOf(...values: number[]): string[] {
  const sample = { title: '', options: {}, columns, rows: values.map((value) => [value]), total: null }
  const markup = renderToStaticMarkup(
    <MantineProvider withCssVariables={false}>
      <Renderer
        name="Delays"
        options={options}
        data={sampleData(sample, needs(options, columns))}
        formats={sampleFormats}
        colorScheme="light"
        place="elsewhere"
        onArrange={null}
        onRearrange={() => {}}
      />
    </MantineProvider>,
  )
  return [...markup.matchAll(/<circle[^>]* r="([^"]*)"/g)].map(([, radius = '']) => radius)
}

it('draws a dot of radius 5 for each value beyond the whiskers, and for no other (BOX-05)', () => {
  // The quartiles are 2 and 4, so the whiskers end between -1 and 7.
  expect(dotsOf(1, 2, 3, 4, 7)).toEqual([])
  expect(dotsOf(1, 2, 3, 4, 7.1)).toEqual(['5'])
})
