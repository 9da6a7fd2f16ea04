/**
 * Replaces zod in the contract as bundled for the browser, which needs only the methods, paths and types of the endpoints. Leaving
 * the schemas out saves a tenth of the first load. Everything built from `z` is this one value; parsing with it throws.
 */
const schema: unknown = new Proxy(() => schema, {
  get(_, key) {
    if (typeof key === 'string' && /parse|encode|decode/i.test(key)) {
      throw new Error('Schemas of the contract do not parse in the browser: write one with zod/mini where it is needed.')
    }
    return key === Symbol.toPrimitive ? () => 'schema' : schema
  },
})

export { schema as z }
