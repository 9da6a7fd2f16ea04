import type { AnyRunner } from '../runners/runner.ts'
import { serveTasks } from './serve.ts'

/** Loads a type alone: the others would cost each process time and memory. */
const loadRunner = async (home: string): Promise<AnyRunner> => (await import(home)).default

// The whole of an executor process: it is forked by `processes.ts` and lives until that lets it go.
serveTasks(loadRunner)
