"""What the graph's index reads of each node, for what is indexed besides: walks and triples."""

from __future__ import annotations

from steiner.columns import Ids
from steiner.index.paging.portions import pages
from steiner.index.properties.profile import read_profile
from steiner.index.vectors.verbalise import NodeVerbaliser
from steiner.index.walks.texts import short_name
from steiner.settings import IndexSettings
from steiner.stores.protocol import IndexRecord, IndexStore

_LONGEST = 200
"""Characters of a node: fifty tokens, so that an encoder reads two nodes and their neighbours."""


def node_texts(store: IndexStore, record: IndexRecord, ids: Ids) -> list[str]:
    """Return labels, name and properties of each node, as the graph's index embeds them.

    In the order of `ids` int64[n] (store ids), each cut at 200 characters; "" for a node of which
    nothing is embedded. A film may be "Movie: Heat. released: 1995."
    """
    settings = IndexSettings.from_json(record.settings)
    profile = read_profile(store, store.schema(settings.sample), settings)
    verbalise, texts = NodeVerbaliser(profile, settings), dict[int, str]()
    for page in pages(ids, settings.page):
        read = ((row.id, verbalise(row)) for row in store.read_nodes(page))
        texts |= {id: f"{short_name(own.text, _LONGEST)}." for id, own in read if own and own.text}
    return [texts.get(id, "") for id in ids.tolist()]
