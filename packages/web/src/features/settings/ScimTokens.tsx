import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, CopyButton, TextInput } from '@mantine/core'
import { MAX_SCIM_TOKENS, type NewScimToken, type ScimToken } from '@sightline/contract/scim.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/error.ts'
import { confirm } from '../../app/confirm.tsx'
import { notify } from '../../app/notify.ts'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { createScimToken, revokeScimToken, scimTokensQuery } from './api.ts'
import fieldset from './fieldset.module.css'
import styles from './ScimTokens.module.css'

/** The tokens with which an identity provider manages users and groups. They change at once, without saving the form. */
export function ScimTokens() {
  const tokens = useQuery(scimTokensQuery)
  const [created, setCreated] = useState<NewScimToken | null>(null)
  const url = new URL('scim/v2', document.baseURI).href
  return (
    <fieldset className={fieldset.field} aria-describedby="scim-description">
      <legend className={fieldset.label}>
        <Trans>SCIM tokens</Trans>
      </legend>
      <p id="scim-description" className={fieldset.description}>
        <Trans>
          With a token, an identity provider creates, changes and disables users and groups at <code>{url}</code>. It cannot
          make or remove admins by groups. There can be two tokens, so that you can replace one without an interruption.
        </Trans>
      </p>
      {tokens.error !== null && <p role="alert">{messageOf(tokens.error) ?? t`The tokens could not be loaded.`}</p>}
      {created !== null && <NewToken created={created} />}
      {tokens.data !== undefined && tokens.data.length > 0 && (
        <ul className={styles.list}>
          {tokens.data.map((token) => (
            <TokenItem key={token.id} token={token} onRevoked={() => setCreated(null)} />
          ))}
        </ul>
      )}
      {tokens.data !== undefined && tokens.data.length < MAX_SCIM_TOKENS && <TokenForm onCreated={setCreated} />}
    </fieldset>
  )
}

/** Shows the secret of a new token, the only time. */
function NewToken({ created }: { created: NewScimToken }) {
  return (
    <div className={styles.created} role="status">
      <TextInput
        label={t`Token ${created.name}`}
        description={t`Copy it now: Sightline stores only a hash, and cannot show it again.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={created.token}
        readOnly
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={created.token}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? t`Copied` : t`Copy Token`}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}

function TokenItem({ token, onRevoked }: { token: ScimToken; onRevoked(): void }) {
  const cache = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => revokeScimToken(token.id),
    onSuccess: () => {
      onRevoked()
      notify.success(t`Token revoked.`)
      return cache.invalidateQueries(scimTokensQuery)
    },
    onError: (error) => notify.error(t`Failed revoking the token.`, messageOf(error) ?? undefined),
  })
  const askToRevoke = async () => {
    const isSure = await confirm({
      title: t`Revoke SCIM Token`,
      text: t`The token “${token.name}” stops working at once: the identity provider that has it can no longer change users and groups.`,
      action: t`Revoke`,
      isDestructive: true,
    })
    if (isSure) revoke.mutate()
  }
  return (
    <li className={styles.item}>
      <span className={styles.text}>
        <span>{token.name}</span>
        <span className={fieldset.description}>
          <Trans>
            Created by {token.created_by}, <TimeAgo date={token.created_at} />.
          </Trans>{' '}
          {token.last_used_at === null ? (
            t`Never used.`
          ) : (
            <Trans>
              Last used <TimeAgo date={token.last_used_at} />.
            </Trans>
          )}
        </span>
      </span>
      <Button
        size="sm"
        variant="danger"
        loading={revoke.isPending}
        aria-label={t`Revoke token ${token.name}`}
        onClick={() => void askToRevoke()}
      >
        <Trans>Revoke</Trans>
      </Button>
    </li>
  )
}

function TokenForm({ onCreated }: { onCreated(token: NewScimToken): void }) {
  const [name, setName] = useState('')
  const cache = useQueryClient()
  const create = useMutation({
    mutationFn: createScimToken,
    onSuccess: (token) => {
      setName('')
      onCreated(token)
      return cache.invalidateQueries(scimTokensQuery)
    },
    onError: (error) => notify.error(t`Failed creating the token.`, messageOf(error) ?? undefined),
  })
  const submit = () => {
    if (name.trim() !== '' && !create.isPending) create.mutate(name.trim())
  }
  return (
    <div className={styles.form}>
      <TextInput
        label={t`Name of a new token`}
        placeholder={t`Okta`}
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter would save the form around it.
          event.preventDefault()
          submit()
        }}
      />
      <Button variant="default" disabled={name.trim() === ''} loading={create.isPending} onClick={submit}>
        <Trans>Create Token</Trans>
      </Button>
    </div>
  )
}
