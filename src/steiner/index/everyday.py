"""Everyday English words, against which a word's likeness to everything is measured."""

from __future__ import annotations

WORDS: tuple[str, ...] = tuple(
    """
    able account action address age air amount animal answer area arm army art author baby bank
    base beach beautiful bed bird birth black blood blue board boat body book born bottle box boy
    bread bridge brother build building business buy call camp car card care case cat category
    cause cell center chair chance change child choice church circle city class clean clear
    climb clock cloud coast code cold color company computer contain control cook corner cost
    country course court cover create crowd culture cup customer cut dance danger date daughter
    day death decide deep degree deliver design desk develop direct direction discover disease
    distance doctor dog door dream dress drink drive early earth east eat edge effect egg employ
    end energy engine enter event evening examine example experience expert eye face fact factory
    fall family farm fast father fear feel field fight film find fire fish floor flower fly food
    foot force foreign forest form found free fresh friend fruit full game garden gas general
    gift girl glass goal gold good government grass great green ground group grow guide gun hair
    half hand happy hard hat head health hear heart heavy height help high hill history hold
    holiday home hope horse hospital hot hotel hour house human hundred ice idea image increase
    industry inside island issue job join journey judge key king kitchen knowledge labour land
    language large late law lead learn leave left leg letter level life light line lip listen
    live local location lock long lose love low machine main make manage map mark market marry
    material matter measure meat meeting member message metal middle mile milk mind minute model
    money month moon morning mother mountain mouth move movie music nation nature near neck need
    new news night noise north note number ocean offer office oil old open order own owner page
    pain paint paper parent park part party pass past pay peace people period person phone
    picture piece place plan plane plant play player point police poor position power prepare
    president press price problem process produce product project promise protect public pull
    push quality question quick quiet race radio rain rate reach read ready real reason record
    red region relation remember repair report research rest result return rich ride right ring
    rise river road rock role roof room rule run sail sale salt sand save school science score
    sea season seat second secret sell send sense series serve service set shape share ship shoe
    shop short side sign silver simple sing sister sit size skill skin sky sleep small smile
    smoke snow soft soil soldier son song sound south space speak special speed spend sport
    spring square staff stage star start state station stay steel step stone stop store story
    street strong student study sugar summer sun supply support surface system table talk tall
    teach team test thick thin thing think thought throw tool touch town trade train travel tree
    trip trouble true turn type uncle unit use valley value view village visit voice wait walk
    wall want war warm wash watch water wave wear weather week weight west wheel white wide wife
    wild wind window winter woman wood word work world write wrong year yellow young
    """.split()  # noqa: SIM905
)
