/**
 * Stands in for zod where the browser loads the contract. The browser needs methods, paths and types of the endpoints, which
 * are known without zod; the schemas are for the server and its tests. Leaving them out saves a tenth of the first load.
 * Whatever is built from `z` is this one value; to parse with it is a mistake that must not pass unseen.
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
