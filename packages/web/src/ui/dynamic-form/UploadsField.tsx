import { ActionIcon, Input, Progress } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { bytesText } from '@sightline/domain/format/units.ts'
import { IconAlertCircle, IconFileText, IconUpload, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { UploadFile } from './DynamicForm.tsx'
import type { UploadedFile } from './field.ts'
import styles from './UploadsField.module.css'

interface UploadsFieldProps {
  label: string
  isRequired: boolean
  error: string | null
  files: UploadedFile[]
  uploadFile: UploadFile
  onChange(files: UploadedFile[]): void
}

/** A file on its way. */
interface Sending {
  key: number
  file: File
  /** The part that has gone, 0 to 1. */
  part: number
  failure: string | null
  stop: AbortController
}

/** Files that are dropped or chosen, sent at once, and listed with what is in them. */
export function UploadsField({ label, isRequired, error, files, uploadFile, onChange }: UploadsFieldProps) {
  const [sending, setSending] = useState<Sending[]>([])
  const nextKey = useRef(0)
  // Files are sent side by side: each adds itself to what is there when it arrives.
  const present = useRef(files)
  useEffect(() => {
    present.current = files
  }, [files])

  const change = (key: number, patch: Partial<Sending>) =>
    setSending((now) => now.map((one) => (one.key === key ? { ...one, ...patch } : one)))
  const drop = (key: number) => setSending((now) => now.filter((one) => one.key !== key))

  const send = async (file: File) => {
    const key = nextKey.current++
    const stop = new AbortController()
    setSending((now) => [...now, { key, file, part: 0, failure: null, stop }])
    try {
      const uploaded = await uploadFile(file, (part) => change(key, { part }), stop.signal)
      drop(key)
      present.current = [...present.current, uploaded]
      onChange(present.current)
    } catch (failure) {
      if (!stop.signal.aborted) change(key, { failure: failure instanceof Error ? failure.message : 'The upload failed.' })
    }
  }

  return (
    <Input.Wrapper label={label} required={isRequired} error={error}>
      <Dropzone
        className={styles.zone}
        onDrop={(dropped) => {
          for (const file of dropped) void send(file)
        }}
        aria-label={`${label}: drop files here, or press Enter to choose some`}
      >
        <div className={styles.invitation}>
          <IconUpload size={20} stroke={1.75} />
          <span>
            <strong>Drop files here, or click to choose</strong>
            <br />
            CSV, TSV, JSON, Parquet or Excel, up to 2 GB each
          </span>
        </div>
      </Dropzone>
      <ul className={styles.list} aria-live="polite">
        {files.map((file) => (
          <li key={file.id} className={styles.file}>
            <IconFileText size={16} stroke={1.75} />
            <span className={styles.name}>{file.name}</span>
            <span className={styles.summary}>
              {file.summary}
              {file.size !== null && ` · ${bytesText(file.size)}`}
            </span>
            <ActionIcon
              size="xs"
              aria-label={`Remove ${file.name}`}
              onClick={() => onChange(files.filter(({ id }) => id !== file.id))}
            >
              <IconX size={14} stroke={1.75} />
            </ActionIcon>
          </li>
        ))}
        {sending.map(({ key, file, part, failure, stop }) => (
          <li key={key} className={styles.file} data-failed={failure !== null}>
            {failure === null ? <IconUpload size={16} stroke={1.75} /> : <IconAlertCircle size={16} stroke={1.75} />}
            <span className={styles.name}>{file.name}</span>
            {failure === null ? (
              <>
                <Progress className={styles.progress} size={4} value={part * 100} aria-label={`Upload of ${file.name}`} />
                <span className={styles.summary}>{part < 1 ? `${Math.floor(part * 100)} %` : 'Reading…'}</span>
              </>
            ) : (
              <span className={styles.failure}>{failure}</span>
            )}
            <ActionIcon
              size="xs"
              aria-label={failure === null ? `Stop ${file.name}` : `Dismiss ${file.name}`}
              onClick={() => {
                stop.abort()
                drop(key)
              }}
            >
              <IconX size={14} stroke={1.75} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </Input.Wrapper>
  )
}
