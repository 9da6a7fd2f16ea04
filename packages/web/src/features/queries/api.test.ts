import { afterEach, expect, it, vi } from 'vitest'
import { changeQuery } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

it('refuses to change fields of a query that was never saved, without sending a request (OPEN-52)', async () => {
  const send = vi.fn()
  vi.stubGlobal('fetch', send)
  await expect(changeQuery(null, { is_draft: false })).rejects.toThrow('Save the whole query first.')
  expect(send).not.toHaveBeenCalled()
})
