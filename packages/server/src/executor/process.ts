import type { AnyRunner } from '../runners/runner.ts'
import { serveTasks } from './serve.ts'

/** Loads one runner only: all of them would cost each process time and memory. */
const loadRunner = async (home: string): Promise<AnyRunner> => (await import(home)).default

// Entry point of an executor process, forked by `child.ts`.
serveTasks(loadRunner)
