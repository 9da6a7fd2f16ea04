import { parentPort, workerData } from 'node:worker_threads'

// Runs in a worker thread: loads the program that listens to requests, then says so.
await import(workerData)
parentPort?.postMessage('ready')
