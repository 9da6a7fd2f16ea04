import { z } from 'zod'

/** What a list call may ask for. Values are checked by the server, which answers 400 with the documented texts. */
export const ListQuery = z.object({
  page: z.string().optional(),
  page_size: z.string().optional(),
  /** A sort name of the list, or several with commas between them; a leading minus means descending. */
  order: z.string().optional(),
  q: z.string().optional(),
  /** Repeated: an item must carry all of them. */
  tags: z.union([z.string(), z.array(z.string())]).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

export const paged = <Item extends z.ZodType>(item: Item) =>
  z.object({ count: z.int(), page: z.int(), page_size: z.int(), results: z.array(item) })

export const TagCounts = z.object({ tags: z.array(z.object({ name: z.string(), count: z.int() })) })
export type TagCounts = z.infer<typeof TagCounts>
