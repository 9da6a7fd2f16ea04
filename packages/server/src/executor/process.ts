import { runners } from '../runners/registry.ts'
import { serveTasks } from './serve.ts'

// The whole of an executor process: it is forked by `processes.ts` and lives until that lets it go.
serveTasks(runners, { sourceNetworks: process.argv.slice(2) })
