import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { type ApiKeyScope, apiKeyScopes } from '@sightline/contract/api-key-scopes.ts'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClientConfig, usePermission } from '../../../app/session.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { useCalendarProps } from '../../../ui/calendar-props.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useFormFields } from '../../../ui/form-fields.ts'
import { FormError, Notice } from '../../../ui/Notice.tsx'
import { apiKeysQuery, createApiKey } from '../../api-keys/api.ts'
import dialog from '../dialogs.module.css'
import { failureText } from '../failure-text.ts'
import styles from './ApiKeysSection.module.css'
import { expiryOf, type Lifetime, lifetimes, scopeTexts } from './key-texts.ts'

interface NewApiKeyDialogProps {
  userId: number
  onClose(): void
}

/** Creates an API key, and shows it once. */
export function NewApiKeyDialog({ userId, onClose }: NewApiKeyDialogProps) {
  const [key, setKey] = useState<string | null>(null)
  const [isDirty, setIsDirty] = useState(false)
  return (
    <Dialog opened isDirty={isDirty} onClose={onClose} title={t`New API Key`} size={480}>
      {key === null ? (
        <KeyForm
          userId={userId}
          onEdit={() => setIsDirty(true)}
          onClose={onClose}
          onCreated={(created) => {
            setIsDirty(false)
            setKey(created)
          }}
        />
      ) : (
        <NewKey value={key} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface KeyFormProps extends NewApiKeyDialogProps {
  onEdit(): void
  onCreated(key: string): void
}

function KeyForm({ userId, onEdit, onClose, onCreated }: KeyFormProps) {
  const cache = useQueryClient()
  const { maxApiKeyDays } = useClientConfig()
  const isAdmin = usePermission('admin')
  const calendarProps = useCalendarProps()
  const choices = lifetimes(maxApiKeyDays)
  const { values, field, submit } = useFormFields(rules)
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>(['read'])
  const [lifetime, setLifetime] = useState<Lifetime>(choices.find(({ value }) => value === '90')?.value ?? firstOf(choices))
  const [date, setDate] = useState<string | null>(null)
  const [isShown, setIsShown] = useState(false)
  const expiry = expiryOf(lifetime, date, Date.now())
  const create = useMutation({
    mutationFn: (expires_at: string | null) =>
      createApiKey(userId, { name: values.name.trim(), scopes: [...scopes], expires_at }),
    onSuccess: ({ key }) => {
      void cache.invalidateQueries({ queryKey: apiKeysQuery(userId).queryKey })
      onCreated(key)
    },
  })
  const save = () => {
    setIsShown(true)
    if (!create.isPending && scopes.length > 0 && expiry !== undefined) create.mutate(expiry)
  }
  return (
    <form noValidate className={dialog.form} onChange={onEdit} onSubmit={submit(save)}>
      {create.error && <FormError>{failureText(create.error)}</FormError>}
      <TextInput
        {...field('name')}
        label={t`Name`}
        description={t`The program or person that will use the key.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        maxLength={100}
        data-autofocus
      />
      <Checkbox.Group
        label={t`Scopes`}
        value={[...scopes]}
        onChange={(chosen) => setScopes(apiKeyScopes.filter((scope) => chosen.includes(scope)))}
        error={isShown && scopes.length === 0 ? t`Choose at least one.` : null}
      >
        <div className={styles.scopes}>
          {apiKeyScopes
            .filter((scope) => scope !== 'administer' || isAdmin)
            .map((scope) => (
              <Checkbox key={scope} value={scope} {...scopeTexts[scope]} />
            ))}
        </div>
      </Checkbox.Group>
      <Select
        label={t`Expires`}
        data={choices}
        value={lifetime}
        allowDeselect={false}
        onChange={(chosen) => setLifetime(chosen ?? lifetime)}
      />
      {lifetime === 'date' && (
        <DateInput
          {...calendarProps}
          label={t`Last day`}
          description={
            maxApiKeyDays === null
              ? t`The key ends with this day in the time zone of this browser.`
              : t`The key ends with this day in the time zone of this browser. Your organization allows at most ${maxApiKeyDays} days.`
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          valueFormat="YYYY-MM-DD"
          placeholder="YYYY-MM-DD"
          minDate={new Date()}
          value={date}
          onChange={setDate}
          error={isShown && date === null ? t`Choose a date.` : null}
        />
      )}
      <div className={dialog.footer}>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={create.isPending}>
          <Trans>Create</Trans>
        </Button>
      </div>
    </form>
  )
}

const rules = { name: { isRequired: true } }

const firstOf = (choices: readonly { value: Lifetime }[]): Lifetime => choices[0]?.value ?? 'date'

function NewKey({ value, onClose }: { value: string; onClose(): void }) {
  return (
    <div className={dialog.form}>
      <Notice icon={<IconKey size={16} stroke={1.75} />}>
        <strong>
          <Trans>Copy the key now.</Trans>
        </strong>
        <p>
          <Trans>It is not stored in a readable form, and cannot be shown again.</Trans>
        </p>
        <div className={dialog.link}>
          <TextInput
            size="sm"
            readOnly
            dir="ltr"
            aria-label={t`New API key`}
            className={styles.value}
            value={value}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton text={value} size="md" />
        </div>
      </Notice>
      <div className={dialog.footer}>
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  )
}
