/** Milliseconds without a further change after which an edited layout is saved. */
const LAYOUT_SAVE_DELAY_MS = 2000

/** `saving` from the first unsaved change until all changes are saved. */
export type SavingStatus = 'saved' | 'saving' | 'failed'

/** Saves a layout after a pause without changes, one save at a time. */
export interface LayoutSaver {
  /** @param isEditing whether further changes are expected; if not, saves at once */
  markChanged(isEditing: boolean): void
  /** Saves pending changes now. @returns whether everything is saved */
  finish(): Promise<boolean>
}

/**
 * @param save sends all changes since the last successful save
 * @param onStatus called with each new status
 */
export function createLayoutSaver(save: () => Promise<void>, onStatus: (status: SavingStatus) => void): LayoutSaver {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDirty = false
  let current: Promise<void> | null = null

  async function saveAll() {
    while (isDirty) {
      isDirty = false
      try {
        await save()
      } catch {
        isDirty = true
        onStatus('failed')
        return
      }
    }
    onStatus('saved')
  }
  function saveNow(): Promise<void> {
    clearTimeout(timer)
    current ??= saveAll().finally(() => {
      current = null
    })
    return current
  }

  return {
    markChanged(isEditing) {
      isDirty = true
      onStatus('saving')
      clearTimeout(timer)
      if (isEditing) timer = setTimeout(() => void saveNow(), LAYOUT_SAVE_DELAY_MS)
      else void saveNow()
    },
    async finish() {
      if (isDirty && current === null) onStatus('saving')
      await saveNow()
      return !isDirty
    },
  }
}
