import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import type { Snippet } from '@sightline/contract/snippets.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/error.ts'
import { confirm } from '../../app/confirm.tsx'
import { notify } from '../../app/notify.ts'
import { useSession } from '../../app/session.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useFormFields } from '../../ui/form-fields.ts'
import { createSnippet, snippetsQuery, updateSnippet } from './api.ts'
import styles from './SnippetDialog.module.css'

interface SnippetDialogProps {
  /** null for a new snippet. */
  snippet: Snippet | null
  onClose(): void
}

/** Creates or changes a snippet, or shows it read-only to users who may not change it. */
export function SnippetDialog({ snippet, onClose }: SnippetDialogProps) {
  const mayEdit = useMayEdit()
  if (snippet === null)
    return <EditDialog title={t`Create Query Snippet`} action={t`Create`} snippet={null} onClose={onClose} />
  if (mayEdit(snippet)) return <EditDialog title={snippet.trigger} action={t`Save`} snippet={snippet} onClose={onClose} />
  return <ViewDialog snippet={snippet} onClose={onClose} />
}

const rules = { trigger: { isRequired: true }, description: {}, snippet: { isRequired: true } }
const nothing = { trigger: '', description: '', snippet: '' }

function EditDialog({ title, action, snippet, onClose }: SnippetDialogProps & { title: string; action: string }) {
  const cache = useQueryClient()
  const before = snippet === null ? nothing : valuesOf(snippet)
  const { values, field, submit } = useFormFields(rules, before)
  const isDirty = (['trigger', 'description', 'snippet'] as const).some((name) => values[name] !== before[name])
  const save = useMutation({
    mutationFn: () => (snippet === null ? createSnippet(values) : updateSnippet(snippet.id, values)),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: snippetsQuery.queryKey })
      notify.success(t`Saved.`)
      onClose()
    },
    onError: (error) => notify.error(t`Failed saving snippet.`, messageOf(error) ?? undefined),
  })
  const leave = async () => {
    if (!isDirty || (await confirm(discardConfirmation))) onClose()
  }
  return (
    <Dialog opened onClose={() => void leave()} title={title} size={640}>
      <form noValidate className={styles.form} onSubmit={submit(() => !save.isPending && save.mutate())}>
        <TextInput {...field('trigger')} label={t`Trigger`} required autoComplete="off" maxLength={255} data-autofocus />
        <TextInput {...field('description')} label={t`Description`} autoComplete="off" />
        <Textarea
          {...field('snippet')}
          label={t`Snippet`}
          required
          autosize
          minRows={6}
          maxRows={16}
          spellCheck={false}
          classNames={{ input: styles.code }}
          description={PLACEHOLDER_HINT}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <div className={styles.footer}>
          <Button variant="default" onClick={() => void leave()}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={save.isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function ViewDialog({ snippet, onClose }: { snippet: Snippet; onClose(): void }) {
  const { trigger, description, snippet: text } = snippet
  return (
    <Dialog opened onClose={onClose} title={trigger} size={640}>
      <div className={styles.form}>
        <TextInput label={t`Trigger`} readOnly value={trigger} data-autofocus />
        <TextInput label={t`Description`} readOnly value={description} />
        <Textarea
          label={t`Snippet`}
          readOnly
          autosize
          minRows={6}
          maxRows={16}
          value={text}
          classNames={{ input: styles.code }}
        />
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const valuesOf = ({ trigger, description, snippet }: Snippet) => ({ trigger, description, snippet })

/** The literal text `${1:name}`. */
const PLACEHOLDER = `$${'{1:name}'}`
const PLACEHOLDER_HINT = t`${PLACEHOLDER} marks a placeholder. Press Tab to move to the next one.`

const discardConfirmation = {
  title: t`Discard changes?`,
  text: t`This snippet has unsaved changes.`,
  action: t`Discard`,
  isDestructive: true,
}

/** Whether the user may change and delete a snippet: its author and admins may. */
export function useMayEdit(): (snippet: Snippet) => boolean {
  const { user } = useSession()
  const isAdmin = user.permissions.includes('admin')
  return (snippet) => isAdmin || snippet.user.id === user.id
}
