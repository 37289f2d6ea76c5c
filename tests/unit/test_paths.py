"""Relation paths: enumerated, scored and ranked on small graphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from word_doubles import WordEmbedder

from steiner.columns import Neighbourhood
from steiner.index.word_space import word_space
from steiner.question.phrasing import Span
from steiner.question.reading import Question
from steiner.question.seeds import Entity
from steiner.question.tokens import tokenised
from steiner.retrieve.paths.alignment import Elements, Mention
from steiner.retrieve.paths.beam import Arcs, Path, PathStep, enumerate_paths, promising
from steiner.retrieve.paths.finding import FoundPaths, find_paths, promising_nodes, rank_paths
from steiner.retrieve.paths.ranking import Ranking, confidence, rank
from steiner.retrieve.paths.slots import step_columns, ways_back
from steiner.retrieve.paths.zero_shot import PathScorer, ScoredPath
from steiner.retrieve.subgraph.pcst import Floats
from steiner.settings import PathSettings

PEOPLE = ("keanu", "hugo", "lana", "carrie", "lilly")
MOVIES = ("matrix", "reloaded", "vendetta", "wick")
EDGES = (
    ("keanu", "ACTED_IN", "matrix"),
    ("keanu", "ACTED_IN", "reloaded"),
    ("keanu", "ACTED_IN", "wick"),
    ("hugo", "ACTED_IN", "matrix"),
    ("hugo", "ACTED_IN", "reloaded"),
    ("hugo", "ACTED_IN", "vendetta"),
    ("carrie", "ACTED_IN", "matrix"),
    ("lana", "DIRECTED", "matrix"),
    ("lana", "DIRECTED", "reloaded"),
    ("lilly", "WROTE", "vendetta"),
    ("lana", "FOLLOWS", "keanu"),
    ("keanu", "FOLLOWS", "hugo"),
)
LABELS = {**dict.fromkeys(PEOPLE, "Person"), **dict.fromkeys(MOVIES, "Movie")}
Edges = Sequence[tuple[str, str, str]]


def neighbourhood(edges: Edges, labels: Mapping[str, str]) -> Neighbourhood:
    """Nodes numbered from 0 in the order of `labels`."""
    place = {name: i for i, name in enumerate(labels)}
    types = tuple(sorted({type for _, type, _ in edges}))
    sets = ((), *((label,) for label in sorted(set(labels.values()) - {""})))
    own = [sets.index((label,) if label else ()) for label in labels.values()]
    return Neighbourhood(
        nodes=np.arange(len(labels), dtype=np.int64),
        hops=np.zeros(len(labels), dtype=np.int8),
        relationships=np.arange(len(edges), dtype=np.int64),
        sources=np.array([place[s] for s, _, _ in edges], dtype=np.int32),
        targets=np.array([place[t] for _, _, t in edges], dtype=np.int32),
        types=np.array([types.index(t) for _, t, _ in edges], dtype=np.int32),
        type_names=types,
        labels=np.array(own, dtype=np.int32),
        label_names=sets,
    )


GRAPH = neighbourhood(EDGES, LABELS)
NAMES = list(LABELS)


def asked(
    text: str,
    names: Sequence[str],
    known: Sequence[str] = NAMES,
    properties: Mapping[int, Sequence[str]] | None = None,
) -> Question:
    """Link each name to the node that is called so."""
    sets = tuple(Entity(name, (known.index(name),), "name", (), 0.85, True) for name in names)
    vector = np.zeros(WordEmbedder.dimensions, dtype=np.float32)
    return Question(text, tokenised(text), vector, sets, properties=properties or {})


def found(question: str, *names: str, around: Neighbourhood = GRAPH) -> Ranking:
    space = word_space(WordEmbedder())
    return ranked(find_paths(asked(question, names), around, space, PathSettings()))


def ranked(paths: FoundPaths | None) -> Ranking:
    assert paths is not None
    return paths.rank(PathSettings().emitted)


def equal(paths: Sequence[Path]) -> Floats:
    return np.zeros(len(paths))


def best(question: str, *names: str) -> set[str]:
    """The ends of the best path."""
    return {NAMES[i] for i in found(question, *names).paths[0][0].path.ends.tolist()}


def test_the_named_relation_is_followed_in_the_direction_that_exists() -> None:
    assert best("which movies has keanu acted in", "keanu") == {"matrix", "reloaded", "wick"}
    assert best("who directed matrix", "matrix") == {"lana"}
    assert best("who acted in matrix", "matrix") == {"keanu", "hugo", "carrie"}
    assert best("who wrote vendetta", "vendetta") == {"lilly"}


def test_of_both_directions_the_one_that_is_said_comes_first() -> None:
    assert best("who follows keanu", "keanu") == {"lana"}
    assert best("who does keanu follow", "keanu") == {"hugo"}
    assert best("people followed by keanu", "keanu") == {"hugo"}
    assert best("the followers of hugo", "hugo") == {"keanu"}


def test_a_path_does_not_go_on_from_the_kind_asked_for_without_words_for_it() -> None:
    ranking = found("movies acted in by hugo and directed by someone", "hugo")
    assert ranking.paths[0][0].text == "hugo -> acted in -> movie"


def test_a_synonym_of_the_relation_is_followed_too() -> None:
    assert best("films starring hugo", "hugo") == {"matrix", "reloaded", "vendetta"}


def test_two_mentions_make_two_steps_the_one_nearest_the_name_first() -> None:
    question = "who directed the movies that carrie acted in"
    assert best(question, "carrie") == {"lana"}
    assert found(question, "carrie").paths[0][0].text == (
        "carrie -> acted in -> movie <- directed <- person"
    )


def test_what_several_values_lead_to_is_the_answer() -> None:
    ranking = found("which movies have keanu and hugo both acted in", "keanu", "hugo")
    assert {NAMES[i] for i in ranking.ends[: ranking.first].tolist()} == {"matrix", "reloaded"}


@pytest.mark.parametrize(("share", "first"), [(0.02, 2), (0.2, 1)])
def test_ends_that_hardly_differ_answer_alike(share: float, first: int) -> None:
    arcs, both, one = Arcs(GRAPH), np.array([5, 6]), np.array([6])
    lower = np.log(share / (1 - share))
    scored = [
        ScoredPath(Path(0, (), (ends,)), score, ())
        for ends, score in ((both, 0.0), (one, float(lower)))
    ]
    ranking = rank(arcs, scored, np.zeros(len(NAMES)), temperature=1.0, emitted=1)
    assert ranking.ends.tolist() == [6, 5]
    assert ranking.first == first


def test_a_conjunction_may_meet_before_the_answer() -> None:
    question = "who directed the movies that carrie and hugo acted in"
    assert best(question, "carrie", "hugo") == {"lana"}


def test_what_the_question_names_is_not_its_answer() -> None:
    for question in ("who acted in matrix", "tell me all about matrix"):
        assert NAMES[found(question, "matrix").ends[0]] != "matrix"


def test_a_property_that_the_question_asks_for_is_the_answer_of_its_node() -> None:
    has = {NAMES.index("keanu"): ["born", "height"]}
    paths = find_paths(
        asked("when was keanu born", ["keanu"], properties=has),
        GRAPH,
        word_space(WordEmbedder()),
        PathSettings(),
    )
    ranking = ranked(paths)
    best_path = ranking.paths[0][0]
    assert (best_path.property, best_path.path.steps) == ("born", ())
    assert best_path.matched == ("born",)


def test_the_same_asks_for_a_step_and_its_way_back() -> None:
    assert best("movies with the same actors as wick", "wick") == {"matrix", "reloaded"}


def test_no_seed_or_an_empty_neighbourhood_gives_no_ranking() -> None:
    nothing = neighbourhood((), {})
    keep = word_space(WordEmbedder())
    assert find_paths(asked("who", ()), GRAPH, keep, PathSettings()) is None
    assert find_paths(asked("who", ["keanu"]), nothing, keep, PathSettings()) is None


def test_a_seed_without_relationships_is_its_own_path() -> None:
    alone = neighbourhood((), {"keanu": "Person"})
    ranking = found("who is keanu", "keanu", around=alone)
    assert ranking.ends.tolist() == [0]
    assert len(ranking.relationships) == 0


def test_one_relationship_type_and_no_labels_work() -> None:
    chain = [(f"n{i}", "P_17", f"n{i + 1}") for i in range(3)]
    around = neighbourhood(chain, {f"n{i}": "" for i in range(4)})
    paths = find_paths(
        asked("what is near to it", ["n0"], ["n0", "n1", "n2", "n3"]),
        around,
        word_space(WordEmbedder()),
        PathSettings(),
    )
    ranking = ranked(paths)
    assert ranking.ends[0] == 1
    assert ranking.relationships[0] > ranking.relationships[2]
    assert ranking.nodes.max() <= 1


def test_scores_prefer_what_lies_on_the_best_paths() -> None:
    ranking = found("who directed matrix", "matrix")
    order = np.argsort(-ranking.relationships)
    assert EDGES[order[0]] == ("lana", "DIRECTED", "matrix")
    assert ranking.relationships[EDGES.index(("lilly", "WROTE", "vendetta"))] < 0.5


def test_self_loops_lead_nowhere_and_parallel_relationships_to_one_end() -> None:
    around = neighbourhood(
        [("a", "KNOWS", "a"), ("a", "KNOWS", "b"), ("a", "KNOWS", "b")], {"a": "", "b": ""}
    )
    arcs = Arcs(around)
    start = np.array([0], dtype=np.int64)
    paths = enumerate_paths(arcs, [start], [False], [3], equal, PathSettings())
    assert [(len(path.steps), path.ends.tolist()) for path in paths] == [(0, [0]), (1, [1])]


def test_enumeration_goes_both_ways_and_never_back_to_its_only_seed() -> None:
    start = np.array([NAMES.index("carrie")], dtype=np.int64)
    paths = enumerate_paths(Arcs(GRAPH), [start], [False], [2], equal, PathSettings(width=100))
    texts = {
        tuple((GRAPH.type_names[hop.type], hop.forward) for hop in path.steps): path
        for path in paths
    }
    assert (("ACTED_IN", True), ("ACTED_IN", False)) in texts
    assert all(start[0] not in path.ends for path in paths if path.steps)
    again = texts[(("ACTED_IN", True), ("ACTED_IN", False))]
    assert {NAMES[i] for i in again.ends.tolist()} == {"keanu", "hugo"}


FAMILY = (
    ("tom", "WIFE", "eve"),
    ("eve", "HUSBAND", "tom"),
    ("tom", "CHILD", "max"),
    ("eve", "CHILD", "max"),
    ("eve", "CHILD", "mia"),
    ("max", "CHILD", "joe"),
    ("joe", "SISTER", "ida"),
    ("max", "FRIEND", "max"),
)
RELATIVES = neighbourhood(FAMILY, dict.fromkeys(("tom", "eve", "max", "mia", "joe", "ida"), ""))


def relatives(question: str, name: str) -> str:
    """The text of the best path."""
    known = ["tom", "eve", "max", "mia", "joe", "ida"]
    space = word_space(WordEmbedder())
    paths = find_paths(asked(question, [name], known), RELATIVES, space, PathSettings())
    return ranked(paths).paths[0][0].text


def test_words_that_go_on_lead_back_through_the_start() -> None:
    text = relatives("who is the child of the husband of the wife of tom", "tom")
    assert text.split(" -> ")[1::2] == ["wife", "husband", "child"]


def test_a_relationship_to_itself_is_a_step_on_the_way_where_words_mean_it() -> None:
    known = ["tom", "eve", "max", "mia", "joe", "ida"]

    def ways(question: str) -> set[tuple[str, ...]]:
        space = word_space(WordEmbedder())
        paths = find_paths(asked(question, ["max"], known), RELATIVES, space, PathSettings())
        assert paths is not None
        names = RELATIVES.type_names
        return {tuple(names[step.type] for step in each.path.steps) for each in paths.scored}

    assert ("FRIEND", "CHILD") in ways("who is the child of the friend of max")
    assert ("FRIEND", "CHILD") not in ways("who is the child of max")
    assert ("FRIEND",) not in ways("who is the friend of max")


def test_the_start_is_no_answer_and_not_passed_without_words_for_it() -> None:
    paths = find_paths(
        asked("who is the husband of the wife of tom", ["tom"], ["tom"]),
        RELATIVES,
        word_space(WordEmbedder()),
        PathSettings(),
    )
    assert paths is not None
    assert not [each for each in paths.scored if each.path.steps and 0 in each.path.ends]
    assert relatives("who is the child of tom", "tom").count("->") == 2


def test_the_longest_step_follows_the_question() -> None:
    def longest(question: str) -> int:
        known = ["tom", "eve", "max", "mia", "joe", "ida"]
        space = word_space(WordEmbedder())
        paths = find_paths(asked(question, ["tom"], known), RELATIVES, space, PathSettings())
        assert paths is not None
        return max(len(each.path.steps) for each in paths.scored)

    assert longest("child of tom") == 2
    assert longest("child of wife of tom") == 3
    assert longest("sister of child of child of wife of tom") == 4


def test_a_word_that_shares_no_stem_with_a_relation_may_name_it() -> None:
    elements = Elements(RELATIVES, ())
    wife, child = (elements.texts.index(text) for text in ("wife", "child"))
    meant = [
        Mention(Span("kid", 0, 1), child, 0.35),
        Mention(Span("spouse", 2, 3), wife, 0.3),
        Mention(Span("kid", 0, 1), wife, 0.28),
        Mention(Span("eldest", 4, 5), child, 0.2),
    ]
    nothing = np.zeros(len(elements.texts), dtype=np.float32)
    assert PathScorer(elements, meant, (), nothing, PathSettings()).relations_named() == 2


FOLLOWERS = neighbourhood(
    (
        ("ann", "FOLLOWS", "ann"),
        ("ann", "FOLLOWS", "bob"),
        ("bob", "FOLLOWS", "ann"),
        ("bob", "FOLLOWS", "cid"),
        ("cid", "FOLLOWS", "dan"),
    ),
    dict.fromkeys(("ann", "bob", "cid", "dan"), "User"),
)


def followed(question: str) -> dict[str, list[str]]:
    """The ends of each walk of FOLLOWS from ann: ">" along it, "<" against it."""
    known = ["ann", "bob", "cid", "dan"]
    space = word_space(WordEmbedder())
    paths = find_paths(asked(question, ["ann"], known), FOLLOWERS, space, PathSettings())
    assert paths is not None
    return {
        "".join("<>"[step.forward] for step in each.path.steps): [known[i] for i in each.path.ends]
        for each in paths.scored
    }


def test_one_type_between_things_of_one_kind_is_walked_as_often_as_words_go_on() -> None:
    ways = followed("whom do those follow that are followed by whom ann follows")
    assert ways[">"] == ["bob"]
    assert ways[">>"] == ["bob", "cid"]
    assert ways[">>>"] == ["bob", "cid", "dan"]
    assert ways["><"] == ["bob"]


def test_who_else_took_part_leaves_out_who_is_named() -> None:
    ranking = found("who else acted in the movies of hugo", "hugo")
    ends = {path.text: {NAMES[i] for i in path.path.ends} for path, _ in ranking.paths}
    assert ends["hugo -> acted in -> movie <- acted in <- person"] == {"keanu", "carrie"}


def test_a_step_and_its_way_back_count_as_one() -> None:
    out, home, other = PathStep(0, True, 5), PathStep(0, False, 6), PathStep(1, True, 7)
    walks = [(), (out,), (out, home), (other, out, home), (out, home, out), (out, out)]
    back, again = ways_back(step_columns(walks))
    assert [row.nonzero()[0].tolist() for row in back] == [[], [], [1], [2], [1], []]
    assert again.tolist() == [0, 0, 0, 0, 1, 0]


def led(question: str, name: str, hop: int, frontier: int = 50) -> set[str]:
    settings = PathSettings(frontier=frontier)
    nodes = promising_nodes(
        asked(question, [name]), GRAPH, word_space(WordEmbedder()), settings, hop
    ).nodes
    assert len(nodes) <= frontier
    return {NAMES[i] for i in nodes}


def test_longer_paths_go_on_from_where_the_words_lead() -> None:
    assert led("who directed the movies that carrie acted in", "carrie", 2, 1) == {"lana"}
    assert led("who acted in the movies that carrie acted in", "carrie", 2, 2) == {"keanu", "hugo"}


def test_a_path_that_one_more_step_cannot_bring_up_to_the_best_ends() -> None:
    start = np.zeros(1, dtype=np.int64)
    step = PathStep(0, True, 0)
    two = [Path(i, (step, step), (start,) * 3) for i in range(3)]

    def promise(paths: Sequence[Path]) -> Floats:
        return np.array([(0.2, 1.5, 1.0)[path.start] for path in paths])

    assert [path.start for path in promising(two, promise, PathSettings())] == [1, 2]
    assert [path.start for path in promising(two, promise, PathSettings(width=1))] == [1]
    one = [Path(i, (step,), (start,) * 2) for i in range(3)]
    assert [path.start for path in promising(one, promise, PathSettings())] == [0, 1, 2]


@pytest.mark.parametrize("width", [1, 5, 50])
def test_a_thousand_relationship_types_stay_within_bounds(width: int) -> None:
    edges = [(f"n{i % 7}", f"T{i}", f"n{(i * 3 + 1) % 7}") for i in range(1000)]
    around = neighbourhood(edges, {f"n{i}": "" for i in range(7)})
    start = np.array([0], dtype=np.int64)
    paths = enumerate_paths(Arcs(around), [start], [False], [2], equal, PathSettings(width=width))
    second = [path for path in paths if len(path.steps) == 2]
    assert len({path.steps[0] for path in second}) <= width


def lost(question: str, *names: str, around: Neighbourhood = GRAPH) -> float:
    signs = found(question, *names, around=around).features
    assert signs is not None
    return signs.lost


def test_what_the_named_lack_and_others_of_their_kind_have_is_a_sign() -> None:
    assert lost("who directed matrix", "matrix") < 0.1
    assert lost("who directed wick", "wick") > 0.5
    assert lost("who wrote matrix", "matrix") > lost("who wrote vendetta", "vendetta") + 0.5


def test_a_path_that_breaks_off_is_a_sign_too() -> None:
    question = "who directed the movies that carrie acted in"
    without = neighbourhood(
        [edge for edge in EDGES if edge[2] != "matrix" or edge[1] != "DIRECTED"], LABELS
    )
    assert lost(question, "carrie", around=without) > lost(question, "carrie") + 0.3


def test_of_a_thousand_types_only_those_that_words_speak_of_are_thought_of() -> None:
    edges = [("keanu", f"P_{i}", "matrix") for i in range(1000)]
    around = neighbourhood([*edges, ("hugo", "ACTED_IN", "matrix")], LABELS)
    assert lost("which movies has hugo acted in", "hugo", around=around) < 0.1


def test_without_a_relationship_nothing_is_lost() -> None:
    assert lost("who directed matrix", "matrix", around=neighbourhood([], LABELS)) == 0.0


def test_paths_less_likely_than_asked_are_not_ranked() -> None:
    question, space = asked("who directed matrix", ("matrix",)), word_space(WordEmbedder())
    whole = rank_paths(question, GRAPH, space, PathSettings())
    assert whole is not None
    less, more = whole.confidence - 0.01, whole.confidence + 0.01
    enough = rank_paths(question, GRAPH, space, PathSettings(), least=less)
    assert enough is not None
    assert enough.confidence == whole.confidence
    assert rank_paths(question, GRAPH, space, PathSettings(), least=more) is None


@pytest.mark.parametrize("seed", range(20))
def test_no_path_is_likelier_than_the_words_let_be_without_a_search(seed: int) -> None:
    random = np.random.default_rng(seed)
    said = "who which movies people acted directed wrote follows the same Other Gold in by and"
    words = random.choice(said.split(), size=6).tolist()
    names = random.choice(NAMES, size=2, replace=False).tolist()
    question, space = asked(" ".join([*words, *names]), names), word_space(WordEmbedder())
    paths = find_paths(question, GRAPH, space, PathSettings())
    assert paths is not None
    bound = paths.search.scorer.bound().score
    assert max(path.score for path in paths.scored) <= bound + 1e-6
    likeliest = paths.search.likeliest()
    assert all(
        confidence(replace(paths, scored=[path, *paths.scored]).features()) <= likeliest
        for path in paths.scored
    )
    assert find_paths(question, GRAPH, space, PathSettings(), likeliest + 1e-6) is None
