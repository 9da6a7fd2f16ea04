import { describe, expect, it } from 'vitest'
import { withoutSchemas } from '../../contract-without-schemas.ts'

describe('the contract as it is bundled for browsers', () => {
  it('has no schemas, whatever is chained to them (OPEN-339)', () => {
    const code = 'export const Tag = z.object({ name: z.string().min(1) }).partial()\nexport type Tag = z.infer<typeof Tag>'

    expect(withoutSchemas(code)).toBe('export const Tag = z\nexport type Tag = z.infer<typeof Tag>')
  })

  it('keeps method and path of an endpoint, and nothing that only the server reads (OPEN-339)', () => {
    const code =
      "endpoint({ ...one, method: 'GET', path: '/api/tags', summary: 'Tags', query: z.object({}), access: 'user', reply: paged(Tag) })"

    expect(withoutSchemas(code).replace(/\s+/g, ' ')).toBe(
      "endpoint({ ...one, method: 'GET', path: '/api/tags', access: 'user', })",
    )
  })

  it('keeps functions and constants that pages use (OPEN-339)', () => {
    const code = 'export const MAX_LENGTH = 255\nexport const isLong = (text: string) => text.length > MAX_LENGTH'

    expect(withoutSchemas(code)).toBe(code)
  })
})
