import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AfterFirstPaint } from './deferred.tsx'

it('AfterFirstPaint renders nothing on the first render', () => {
  const Menu = () => {
    throw new Error('It is not its turn.')
  }
  expect(
    renderToStaticMarkup(
      <AfterFirstPaint>
        <Menu />
      </AfterFirstPaint>,
    ),
  ).toBe('')
})
