import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isApiError, messageOf } from '../api/error.ts'
import { notify } from './notify.ts'

interface CreateForm<Fields, Created> {
  create(fields: Fields): Promise<Created>
  /** The list that the new item belongs to. */
  listKey: QueryKey
  onCreated(created: Created): void
}

/** Makes something of what a form holds, once for each time that it is sent, and tells that it is saved. */
export function useCreateForm<Fields, Created>({ create, listKey, onCreated }: CreateForm<Fields, Created>) {
  const cache = useQueryClient()
  // The button is disabled with the next rendering only: a second click may come before it.
  const isSending = useRef(false)
  const { mutate, error, isPending } = useMutation({
    mutationFn: create,
    onSuccess: (created) => {
      void cache.invalidateQueries({ queryKey: listKey })
      notify.success('Saved.')
      onCreated(created)
    },
    onSettled: () => {
      isSending.current = false
    },
  })
  return {
    error: error && (messageOf(error) ?? 'Failed saving.'),
    isPending,
    /** @param fields null when they are not complete: then nothing is sent */
    submit: (fields: Fields | null) => {
      if (fields === null || isSending.current) return
      isSending.current = true
      mutate(fields)
    },
  }
}

/** The form stays as it is, so that what was entered can be taken along. */
const GONE = 'Somebody has deleted this meanwhile, so it was not saved.'

interface SaveForm<Fields, Saved> {
  /** @returns null when the fields are not complete */
  checked(): Fields | null
  save(fields: Fields): Promise<Saved>
  /** What is saved is what the form holds. */
  onSaved(): void
  /** Where the item is kept, and the list that it belongs to. */
  itemKey: QueryKey
  listKey: QueryKey
}

/** Saves what a form of an item holds, one time after the other, and tells how it went. */
export function useSaveForm<Fields, Saved>({ checked, save, onSaved, itemKey, listKey }: SaveForm<Fields, Saved>) {
  const cache = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onSuccess: (saved) => {
      onSaved()
      cache.setQueryData(itemKey, saved)
      void cache.invalidateQueries({ queryKey: listKey })
      notify.success('Saved.')
    },
    onError: (error) => notify.error(isApiError(error, 'not_found') ? GONE : (messageOf(error) ?? 'Failed saving.')),
  })
  const submit = () => {
    const fields = checked()
    if (fields !== null && !isPending) mutate(fields)
  }
  return { isPending, submit }
}
