import { z } from 'zod'
import { type AnyRunner, defineRunner, type Runner } from '../runner.ts'
import type { Format } from './download.ts'

/** Defines a type whose queries are YAML with the URL of a file and options on how to read it. */
export function defineDownload({
  type,
  name,
  gallery,
  moduleUrl,
  ...format
}: Pick<Runner, 'type' | 'name' | 'gallery' | 'moduleUrl'> & Format): AnyRunner {
  return defineRunner({
    type,
    name,
    gallery,
    moduleUrl,
    syntax: 'yaml',
    dialect: '',
    language: 'yaml',
    guide: 'url',
    config: z.object({}),
    // An engine in this process reads the file, and may have to be killed from outside.
    embedded: true,
    run: async (text, context) => (await import('./download.ts')).runDownload(text, format, context),
    // There is nothing to test: only queries have URLs.
    testConnection: async () => {},
  })
}
