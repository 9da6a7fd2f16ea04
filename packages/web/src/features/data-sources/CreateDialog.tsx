import { Button, Modal, Stepper, TextInput, UnstyledButton } from '@mantine/core'
import type { AdminDataSource, TypeDescriptor } from '@sightline/contract/data-sources.ts'
import { IconCircleCheckFilled, IconPlugConnected, IconSearch } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { messageOf } from '../../api/error.ts'
import { notify } from '../../app/notify.ts'
import { FormError } from '../../ui/FormError.tsx'
import { TypeLogo } from '../../ui/TypeLogo.tsx'
import { createDataSource, dataSourceTypesQuery } from './api.ts'
import styles from './CreateDialog.module.css'
import { SourceFields } from './SourceFields.tsx'
import { useSourceForm } from './source-form.ts'
import { useTestConnection } from './test-connection.ts'

/** Adds a data source in three steps: its type, its options, done. */
export function CreateDialog({ onClose }: { onClose(): void }) {
  const [type, setType] = useState<TypeDescriptor | null>(null)
  const [created, setCreated] = useState<AdminDataSource | null>(null)
  const step = created !== null ? 2 : type !== null ? 1 : 0
  return (
    <Modal
      opened
      onClose={onClose}
      title="Create a New Data Source"
      size={860}
      centered={false}
      yOffset={64}
      classNames={{ body: styles.body }}
    >
      <Stepper
        active={step}
        size="xs"
        iconSize={20}
        className={styles.steps}
        classNames={{ stepIcon: styles.stepIcon, stepLabel: styles.stepLabel, separator: styles.separator }}
      >
        <Stepper.Step label="Type Selection" />
        <Stepper.Step label="Configuration" />
        <Stepper.Step label="Done" />
      </Stepper>
      {created !== null ? (
        <DoneStep source={created} onClose={onClose} />
      ) : type !== null ? (
        <ConfigureStep key={type.type} type={type} onBack={() => setType(null)} onCreated={setCreated} />
      ) : (
        <TypeStep onSelect={setType} onClose={onClose} />
      )}
    </Modal>
  )
}

function TypeStep({ onSelect, onClose }: { onSelect(type: TypeDescriptor): void; onClose(): void }) {
  const { data: types = [], error } = useQuery(dataSourceTypesQuery)
  const [search, setSearch] = useState('')
  const grid = useRef<HTMLDivElement>(null)
  const offered = types.filter(({ deprecated }) => deprecated !== true)
  const wanted = search.trim().toLowerCase()
  const found = offered.filter(({ name, type }) => name.toLowerCase().includes(wanted) || type.includes(wanted))

  const move = (event: KeyboardEvent) => {
    const cards = [...(grid.current?.querySelectorAll('button') ?? [])]
    const at = cards.findIndex((card) => card.matches(':focus'))
    const columns = grid.current === null ? 1 : getComputedStyle(grid.current).gridTemplateColumns.split(' ').length
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: at < 0 ? 1 : columns, ArrowUp: -columns }
    const by = steps[event.key]
    // In the search field the keys left and right belong to the text.
    if (by === undefined || (at < 0 && event.key !== 'ArrowDown')) return
    event.preventDefault()
    if (at + by < 0) document.getElementById('type-search')?.focus()
    else cards[Math.min(at + by, cards.length - 1)]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys of the cards and the field inside
    <div className={styles.step} onKeyDown={move}>
      <div className={styles.search}>
        <TextInput
          id="type-search"
          data-autofocus
          placeholder="Search..."
          aria-label="Search..."
          leftSection={<IconSearch size={14} stroke={1.75} />}
          rightSection={<span className={styles.count}>{found.length === 1 ? '1 type' : `${found.length} types`}</span>}
          rightSectionWidth={72}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = found
            if (event.key === 'Enter' && first !== undefined) onSelect(first)
          }}
        />
      </div>
      <div className={styles.scroll}>
        {error && <FormError>{messageOf(error) ?? 'Something went wrong.'}</FormError>}
        {types.length > 0 && found.length === 0 && <p className={styles.none}>No items match your search.</p>}
        <div ref={grid} className={styles.types}>
          {found.map((type) => (
            <UnstyledButton key={type.type} className={styles.type} onClick={() => onSelect(type)}>
              <TypeLogo svg={type.logo} />
              <span className={styles.typeName}>{type.name}</span>
            </UnstyledButton>
          ))}
        </div>
      </div>
      <div className={styles.footer}>
        <span className={styles.count}>Arrow keys move, Enter selects.</span>
        <span className={styles.spacer} />
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled>Create</Button>
      </div>
    </div>
  )
}

interface ConfigureStepProps {
  type: TypeDescriptor
  onBack(): void
  onCreated(source: AdminDataSource): void
}

const nothing = { name: '', options: {}, concurrency: null }

function ConfigureStep({ type, onBack, onCreated }: ConfigureStepProps) {
  const form = useSourceForm(type, nothing)
  const cache = useQueryClient()
  // The button is disabled with the next rendering only: a second click may come before it.
  const isSending = useRef(false)
  const create = useMutation({
    mutationFn: createDataSource,
    onSuccess: (source) => {
      void cache.invalidateQueries({ queryKey: ['data_sources', 'list'] })
      notify.success('Saved.')
      onCreated(source)
    },
    onError: () => document.getElementById('create-error')?.scrollIntoView(),
    onSettled: () => {
      isSending.current = false
    },
  })
  return (
    <form
      noValidate
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault()
        const fields = form.checked()
        if (fields === null || isSending.current) return
        isSending.current = true
        create.mutate(fields)
      }}
    >
      <div className={styles.scroll}>
        <div className={styles.fields}>
          <div className={styles.chosen}>
            <TypeLogo svg={type.logo} size={44} />
            <h2>{type.name}</h2>
          </div>
          {create.error && (
            <div id="create-error">
              <FormError>{messageOf(create.error) ?? 'Failed saving.'}</FormError>
            </div>
          )}
          <SourceFields form={form} />
        </div>
      </div>
      <div className={styles.footer}>
        <Button variant="default" onClick={onBack} disabled={create.isPending}>
          Previous
        </Button>
        <span className={styles.spacer} />
        <Button type="submit" loading={create.isPending}>
          Create
        </Button>
      </div>
    </form>
  )
}

function DoneStep({ source, onClose }: { source: AdminDataSource; onClose(): void }) {
  const navigate = useNavigate()
  const test = useTestConnection(source.id)
  return (
    <div className={styles.step}>
      <div className={styles.done}>
        <IconCircleCheckFilled size={40} color="var(--sl-ok-dot)" />
        <h2>{source.name} is added</h2>
        <p>Test the connection, or ask something right away.</p>
        <div className={styles.actions}>
          <Button
            variant="default"
            leftSection={<IconPlugConnected size={16} stroke={1.75} />}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            Test Connection
          </Button>
          <Button onClick={() => void navigate({ to: '/queries/new' })}>New Query</Button>
        </div>
      </div>
      <div className={styles.footer}>
        <span className={styles.spacer} />
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
