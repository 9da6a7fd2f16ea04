import { pluginRunner } from './data-source.ts'
import { readPlugin } from './plugin-schema.ts'

// An executor process loads this module with the module of a plug-in and a type in its query, and gets the runner as of any type.
const { searchParams } = new URL(import.meta.url)
const entry = searchParams.get('entry') ?? ''
const type = searchParams.get('type')
const source = readPlugin((await import(entry)).default).dataSources.find((one) => one.type === type)
if (!source) throw new Error(`The plug-in no longer has the data source type "${type}". Restart Sightline.`)

export default pluginRunner(source, entry)
