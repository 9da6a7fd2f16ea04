import { z } from 'zod'
import { groupDigits } from './digits.ts'
import { byId, endpoint, Timestamp } from './endpoint.ts'

/** Maximum length of a comment, in characters. */
export const MAX_COMMENT_LENGTH = 10_000

/** Maximum length of the values that are stored with a comment, as JSON, in characters. */
const MAX_VALUES_LENGTH = 100_000

const shortText = z.string().max(10_000)

/** The value of a parameter of the dashboard for which a comment was written. */
export const CommentedValue = z.object({
  /** The name of the parameter on the dashboard; `p_` and this name are the key of the value in URLs. */
  name: z.string().min(1).max(255),
  title: z.string().max(255),
  /** Null for an optional parameter without a value. A period such as *last 7 days* is stored as the days that it stood for. */
  value: z.union([shortText, z.number(), z.array(shortText), z.strictObject({ start: shortText, end: shortText }), z.null()]),
})
export type CommentedValue = z.infer<typeof CommentedValue>

export const Comment = z.object({
  id: z.int(),
  user: z.object({ id: z.int(), name: z.string(), profile_image_url: z.string(), is_disabled: z.boolean() }),
  /** Plain text with line breaks. `<@7>` mentions the user with the id 7. */
  text: z.string(),
  /** The mentioned users with their current names. */
  mentions: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Empty if the widget has no parameters that its readers choose. */
  parameters: z.array(CommentedValue),
  created_at: Timestamp,
  /** When its text was last changed; null for never. */
  edited_at: Timestamp.nullable(),
  /** Whether the caller may change the text. */
  can_edit: z.boolean(),
  can_delete: z.boolean(),
})
export type Comment = z.infer<typeof Comment>

/** A person who can be mentioned. */
export const MentionablePerson = z.object({ id: z.int(), name: z.string(), profile_image_url: z.string() })
export type MentionablePerson = z.infer<typeof MentionablePerson>

/** A comment on a widget with its replies, oldest first. It ends when its last comment is deleted. */
export const CommentThread = z.object({
  id: z.int(),
  widget_id: z.int(),
  created_at: Timestamp,
  /** Null while it is open. */
  resolved: z.object({ at: Timestamp, by: z.string() }).nullable(),
  comments: z.array(Comment),
})
export type CommentThread = z.infer<typeof CommentThread>

const text = z.string().trim().min(1).max(MAX_COMMENT_LENGTH)

export const NewComment = z.object({
  text,
  parameters: z
    .array(CommentedValue)
    .max(100)
    .refine(
      (values) => JSON.stringify(values).length <= MAX_VALUES_LENGTH,
      `they may have at most ${groupDigits(MAX_VALUES_LENGTH)} characters`,
    )
    .default([]),
})
export type NewComment = z.output<typeof NewComment>

const access = { access: 'list_dashboards', ours: true } as const
const ofWidget = { ...access, path: '/api/widgets/:id/comments', params: byId } as const
const one = { ...access, path: '/api/comments/:id', params: byId } as const

export const comments = {
  counts: endpoint({
    ...access,
    method: 'GET',
    path: '/api/dashboards/:slug/comments',
    summary:
      'How many open threads the widgets of a dashboard have; only widgets that have some and whose rows the caller may see',
    params: z.object({ slug: z.string().min(1).max(255) }),
    reply: z.array(z.object({ widget_id: z.int(), open: z.int() })),
  }),
  list: endpoint({
    ...ofWidget,
    method: 'GET',
    summary: 'The threads of a widget, open and resolved, oldest first',
    reply: z.array(CommentThread),
  }),
  create: endpoint({
    ...ofWidget,
    method: 'POST',
    summary: 'Begins a thread about a widget',
    body: NewComment,
    reply: CommentThread,
  }),
  mentionable: endpoint({
    ...access,
    method: 'GET',
    path: '/api/widgets/:id/mentionable',
    summary: 'Up to eight other people who may see the rows of a widget, for mentions in comments, by name',
    params: byId,
    query: z.object({ q: z.string().max(100).default('') }),
    reply: z.array(MentionablePerson),
  }),
  reply: endpoint({
    ...access,
    method: 'POST',
    path: '/api/comment_threads/:id/comments',
    summary: 'Replies in a thread; a resolved thread is open again',
    params: byId,
    body: NewComment,
    reply: CommentThread,
  }),
  resolve: endpoint({
    ...access,
    method: 'POST',
    path: '/api/comment_threads/:id',
    summary: 'Resolves a thread or opens it again',
    params: byId,
    body: z.object({ is_resolved: z.boolean() }),
    reply: CommentThread,
  }),
  update: endpoint({
    ...one,
    method: 'POST',
    summary: 'Changes the text of a comment of the caller',
    body: z.object({ text }),
    reply: CommentThread,
  }),
  remove: endpoint({
    ...one,
    method: 'DELETE',
    summary: 'Deletes a comment of the caller, or as admin or owner of the dashboard any',
    reply: z.null(),
  }),
}
