import { t } from '@lingui/core/macro'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isApiError, messageOf } from '../api/error.ts'
import { notify } from './notify.ts'
import { storeAnswer } from './store-answer.ts'

interface CreateForm<Fields, Created> {
  create(fields: Fields): Promise<Created>
  /** Query key of the list that the new item belongs to. */
  listKey: QueryKey
  onCreated(created: Created): void
}

/** Creates an item from a form, once per submit, and shows a toast when it is saved. */
export function useCreateForm<Fields, Created>({ create, listKey, onCreated }: CreateForm<Fields, Created>) {
  const cache = useQueryClient()
  // The button is disabled on the next render only, and a second click may come before it.
  const isSending = useRef(false)
  const { mutate, error, isPending } = useMutation({
    mutationFn: create,
    onSuccess: (created) => {
      void cache.invalidateQueries({ queryKey: listKey })
      notify.success(t`Saved.`)
      onCreated(created)
    },
    onSettled: () => {
      isSending.current = false
    },
  })
  return {
    error: error && (messageOf(error) ?? t`Failed saving.`),
    isPending,
    /** @param fields null if the form is incomplete; then nothing is sent */
    submit: (fields: Fields | null) => {
      if (fields === null || isSending.current) return
      isSending.current = true
      mutate(fields)
    },
  }
}

/** The form stays open, so that its content can be copied. */
const GONE = t`Not saved: someone else has deleted this.`

interface SaveForm<Fields, Saved> {
  /** @returns null if the form is incomplete */
  checked(): Fields | null
  save(fields: Fields): Promise<Saved>
  /** Called after saving, to mark the form as unchanged. */
  onSaved(): void
  /** Query keys of the item and of the list that it belongs to. */
  itemKey: QueryKey
  listKey: QueryKey
}

/** Saves an item from a form, one save at a time, and shows the outcome as a toast. */
export function useSaveForm<Fields, Saved>({ checked, save, onSaved, itemKey, listKey }: SaveForm<Fields, Saved>) {
  const cache = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onSuccess: async (saved) => {
      onSaved()
      await storeAnswer(cache, itemKey, saved)
      void cache.invalidateQueries({ queryKey: listKey })
      notify.success(t`Saved.`)
    },
    onError: (error) => notify.error(isApiError(error, 'not_found') ? GONE : (messageOf(error) ?? t`Failed saving.`)),
  })
  const submit = () => {
    const fields = checked()
    if (fields !== null && !isPending) mutate(fields)
  }
  return { isPending, submit }
}
