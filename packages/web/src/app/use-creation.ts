import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { messageOf } from '../api/error.ts'
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
