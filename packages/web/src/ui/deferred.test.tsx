import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AfterFirstPaint } from './deferred.tsx'

it('what comes after the page was shown is no part of what is put together for that', () => {
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
