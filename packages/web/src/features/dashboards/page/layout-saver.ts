/** Milliseconds without a further change after which a layout that is edited is saved. */
export const LAYOUT_SAVE_DELAY_MS = 2000

/** `saving` from the first change that is not saved until all are. */
export type SavingStatus = 'saved' | 'saving' | 'failed'

/** Saves a layout after a while without a change, one save at a time. */
export interface LayoutSaver {
  /** Notes that something has changed. @param isEditing whether more is to be expected; else it is saved at once */
  noteChange(isEditing: boolean): void
  /** Saves what is not saved yet, now. @returns whether all is saved */
  finish(): Promise<boolean>
  /** Forgets what was to be saved later. */
  stop(): void
}

/**
 * @param save sends what has changed since the last save that worked
 * @param tell is told each new status
 */
export function createLayoutSaver(save: () => Promise<void>, tell: (status: SavingStatus) => void): LayoutSaver {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDirty = false
  let present: Promise<void> | null = null

  async function saveAll() {
    while (isDirty) {
      isDirty = false
      try {
        await save()
      } catch {
        isDirty = true
        tell('failed')
        return
      }
    }
    tell('saved')
  }

  function saveNow(): Promise<void> {
    clearTimeout(timer)
    present ??= saveAll().finally(() => {
      present = null
    })
    return present
  }

  return {
    noteChange(isEditing) {
      isDirty = true
      tell('saving')
      clearTimeout(timer)
      if (isEditing) timer = setTimeout(() => void saveNow(), LAYOUT_SAVE_DELAY_MS)
      else void saveNow()
    },
    async finish() {
      if (isDirty && present === null) tell('saving')
      await saveNow()
      return !isDirty
    },
    stop: () => clearTimeout(timer),
  }
}
