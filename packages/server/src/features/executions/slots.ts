import type { ClaimedRow } from './queue.store.ts'

/** A free slot of this process, kept for an execution that is about to be stored. One of the two is called, once. */
export interface Slot {
  /** Runs what was stored as this worker's. */
  begin(claimed: ClaimedRow): void
  release(): void
}

const takers = new Map<string, () => Slot | null>()

/** Lets executions that start in this process begin at once. @param take answers null while there is no slot to spare */
export function registerSlotProvider(worker: string, take: () => Slot | null): void {
  takers.set(worker, take)
}

export function unregisterSlotProvider(worker: string): void {
  takers.delete(worker)
}

/** A slot of a worker in this process; null when it has none free, or there is no such worker here. */
export const tryReserveSlot = (worker: string): Slot | null => takers.get(worker)?.() ?? null
