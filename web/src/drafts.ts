// Texts that were edited and not saved: they outlive a look at another file, and a reload.

import type { Place } from "./model";

export interface Draft {
  text: string;
  /** The version of the file that was edited. */
  version: string;
}

const PREFIX = "refute-draft ";
const key = (place: Place, name: string) => `${PREFIX}${place}/${name}`;

export const drafts = {
  read(place: Place, name: string): Draft | null {
    const kept = sessionStorage.getItem(key(place, name));
    return kept === null ? null : (JSON.parse(kept) as Draft);
  },
  /** Whether there was room for it. */
  keep(place: Place, name: string, draft: Draft): boolean {
    try {
      sessionStorage.setItem(key(place, name), JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  },
  forget: (place: Place, name: string) => sessionStorage.removeItem(key(place, name)),
  /** Places and names of all drafts, such as `folder/sum.ios`. */
  names: () => Object.keys(sessionStorage).filter((each) => each.startsWith(PREFIX)).map((each) => each.slice(PREFIX.length)),
};
